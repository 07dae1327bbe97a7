import { counted, formatTenth } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';
import type { messages as english } from './messages';

function changeInWords(change: number | undefined, compared: string): string {
  if (change === undefined) return '';
  if (change === 0) return `, wie im Vergleich (${compared})`;
  return `, ${formatTenth(Math.abs(change))} % ${change > 0 ? 'mehr' : 'weniger'} als im Vergleich (${compared})`;
}

export const messages: typeof english = {
  title: 'Auswertungen',
  notLoaded: 'Die Auswertung konnte nicht geladen werden.',
  period: 'Zeitraum',
  periods: { month: 'Monat', quarter: 'Quartal', year: 'Jahr', last12: 'Letzte zwölf Monate', own: 'Monate wählen' },
  ends: { from: 'Von', to: 'Bis' },
  earlier: 'Früher',
  later: 'Später',
  quarter: (number, year) => `${number}. Quartal ${year}`,
  theQuarter: (number, year) => `${number}. Quartal ${year}`,
  compare: 'Verglichen mit',
  comparisons: { previous: 'Verglichen mit dem Zeitraum davor', year: 'Verglichen mit dem Vorjahr' },

  summary: (period) => `Wie lief es: ${period}?`,
  soFar: (period, day, month) => `${period} bisher, bis ${day}. ${month}`,
  partOfDays: ({ gone, all }, compared) =>
    `${gone} von ${all} Tagen: was bisher begonnen, beendet, geändert und hinzugefügt wurde, steht neben dem ganzen Vergleichszeitraum (${compared}).`,
  headline: ({ amount, change, compared, started, ended, most }) =>
    `${amount} im Monat${changeInWords(change, compared)}; ${started} neu, ${ended} beendet${most === undefined ? '' : `; ${isolate(most)} hat den größten Zuwachs`}.`,
  figures: 'Kennzahlen',
  figure: 'Kennzahl',
  change: 'Änderung',
  unchanged: 'unverändert',
  changed: (isMore, amount, percent) =>
    `${isMore ? '+' : '−'}${amount}${percent === undefined ? '' : ` (${isMore ? '+' : '−'}${percent} %)`}`,
  percent: (value) => `${value} %`,
  points: (value) => `${value} Punkte`,
  names: {
    monthlyPrice: 'Preis im Monat',
    monthlyCost: 'Kosten im Monat',
    margin: 'Marge im Monat',
    marginPercent: 'Marge in Prozent des Preises',
    running: 'Laufende Abonnements',
    customers: 'Kunden mit laufendem Abonnement',
    started: 'Begonnen, Preis im Monat',
    ended: 'Beendet, Preis im Monat',
    repriced: 'Preisänderungen im Monat',
    oneOff: 'Produkte hinzugefügt, einmaliger Preis',
  },
  opens: {
    started: 'Öffnet, was am Ende lief, den spätesten Beginn zuerst.',
    ended: 'Öffnet Beendetes und Gekündigtes nach dem letzten Tag.',
    repriced: 'Öffnet die Änderungen an Abonnements im Zeitraum.',
    oneOff: 'Öffnet das Protokoll der im Zeitraum hinzugefügten Produkte.',
  },
  figuresNote: (period, compared) =>
    `Monatswerte und Anzahlen gelten für das Ende der Zeiträume (${period}; ${compared}) oder für jetzt. Begonnen, beendet, geändert und hinzugefügt sind Summen über den jeweiligen Zeitraum.`,
  movers: { up: 'Wer bringt mehr ein?', down: 'Wer bringt weniger ein?' },
  moversText: { up: 'Im Monat mehr als im Zeitraum davor', down: 'Im Monat weniger als im Zeitraum davor' },
  none: (period) => `Nichts zu berichten: ${period}`,
  noneText:
    'Weder darin noch im Vergleichszeitraum lief ein Abonnement. Was Projekte abonnieren, wird hier nach Zeitraum, Firma und Kategorie zusammengefasst.',
  toProjects: 'Zu den Projekten',
  noMovers: { up: 'Keine Firma bringt mehr ein.', down: 'Keine Firma bringt weniger ein.' },
  mover: (name, change, before, value) => `${isolate(name)}: ${change} im Monat, von ${before} auf ${value}`,

  exports: { xlsx: 'Excel', csv: 'CSV' },
  exportMonths: 'Monate als Excel',
  print: 'Drucken',
  paperTitle: (period) => `Auswertung: ${period}`,
  paperText: (compared, made, host) => `Verglichen mit: ${compared}. Erstellt am ${made} von btracker (${host}).`,
  byMail: 'Per E-Mail',
  byMailText:
    'Die Auswertung der Woche oder des Monats davor, mit den Zahlen als Tabelle, zur Stunde Ihrer Benachrichtigungen.',
  noMailServer: 'E-Mails werden hier nur in Dateien geschrieben: noch ist kein Mailserver eingerichtet.',
  mailing: { monthly: 'Am ersten Tag jedes Monats', weekly: 'Montags', off: 'Nicht per E-Mail' },
  mailingSaved: {
    monthly: 'Sie bekommen die Auswertung am ersten Tag jedes Monats.',
    weekly: 'Sie bekommen die Auswertung montags.',
    off: 'Sie bekommen keine Auswertung per E-Mail.',
  },

  byMonth: 'Monat für Monat',
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
  margin: 'Marge im Monat',
  costsSeen:
    'Die Kosten sind die, die Sie sehen. Die Marge fehlt, weil einige Kosten für Sie vielleicht verborgen sind.',
  running: 'Laufend',
  isNow: ' (jetzt)',

  byCompany: 'Welche Firmen bringen es ein?',
  byCategory: 'Welche Kategorien bringen es ein?',
  company: 'Firma',
  category: 'Kategorie',
  // Companies and categories are both feminine.
  groups: (count) => (count === 1 ? 'Die größte, derzeit' : `Die ${count} größten, derzeit`),
  priceOf: (amount) => `Preis ${amount} im Monat`,
  costOf: (amount) => `Kosten ${amount} im Monat`,
  amountsOf: (name, amounts) => `${isolate(name)}: ${amounts.join(', ')}`,
  nothing: 'Derzeit läuft kein Abonnement.',
};
