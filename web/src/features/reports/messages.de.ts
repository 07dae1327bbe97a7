import { counted } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';
import type { messages as english } from './messages';

export const messages: typeof english = {
  title: 'Auswertungen',
  notLoaded: 'Die Auswertung konnte nicht geladen werden.',
  range: 'Monate',
  ranges: { 12: '12 Monate', 24: '24 Monate', ahead: 'Kommendes Jahr' },

  value: 'Was bringen Abonnements im Monat ein?',
  valueText: (now, count) => `Derzeit ${now} im Monat aus ${counted(count, 'Abonnement', 'Abonnements')}`,
  inMonth: (month, price, count) => `${month}: ${price} im Monat aus ${counted(count, 'Abonnement', 'Abonnements')}`,
  expected: (text) => `${text}, soweit schon sicher`,
  noValue: 'In diesen Monaten lief kein Abonnement.',

  moves: 'Was hat sich geändert?',
  month: 'Monat',
  price: 'Preis im Monat',
  started: 'Begonnen',
  ended: 'Beendet',
  repriced: 'Preisänderung',
  cost: 'Kosten im Monat',
  margin: 'Marge',
  running: 'Laufend',
  isNow: ' (jetzt)',

  byCompany: 'Welche Firmen bringen es ein?',
  byCategory: 'Welche Kategorien bringen es ein?',
  company: 'Firma',
  category: 'Kategorie',
  // Companies and categories are both feminine.
  groups: (count) => (count === 1 ? 'Die größte, derzeit' : `Die ${count} größten, derzeit`),
  priceOf: (amount) => `Preis ${amount}`,
  costOf: (amount) => `Kosten ${amount}`,
  amountsOf: (name, amounts) => `${isolate(name)}: ${amounts.join(', ')} im Monat`,
  nothing: 'Derzeit läuft kein Abonnement.',
};
