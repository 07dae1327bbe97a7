import { counted } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';
import type { messages as english } from './messages';

export const messages: typeof english = {
  products: {
    noun: { one: 'Produkt', many: 'Produkte', title: 'Produkte' },
    emptyText: 'Hier stehen die Produkte aus dem Katalog, die dieses Projekt erhält, mit Status und Preis.',
  },
  subscriptions: {
    noun: { one: 'Abonnement', many: 'Abonnements', title: 'Abonnements' },
    emptyText: 'Hier stehen die Abonnements aus dem Katalog, die dieses Projekt nutzt, mit Laufzeit und Preis.',
  },
  category: 'Kategorie',
  noneOf: ({ many }) => `Noch keine ${many}`,
  pickHelp: () => 'Geben Sie einen Teil des Namens ein.',
  noneFound: ({ one }) => `Kein ${one} gefunden.`,
  categoryAndStatus: (category, status) => `${isolate(category)}, ${status.toLowerCase()}`,
  removingItem: ({ one }) => `Möchten Sie dieses ${one} wirklich aus dem Projekt entfernen?`,
  needsProjectOr: ({ one }) => `das Projekt oder das ${one} im Katalog`,
  termPrice: 'Preis der Laufzeit',
  termCost: 'Kosten der Laufzeit',
  priceHelp: 'Was die Firma zahlt.',
  costHelp: 'Was es uns kostet.',
  costIs: (cost) => `Kosten laut Katalog ${cost}.`,
  marginIs: (margin, percent) => `Marge ${margin}, ${percent} % des Preises.`,
  belowCost: (loss) => `Der Preis liegt unter den Kosten: ${loss} Verlust.`,
  asIn: (project, company) => `Übernommen aus ${isolate(project)} von ${isolate(company)}.`,
  saveAndAddAnother: 'Speichern und weiteres hinzufügen',
  saveAndAddSubscription: 'Speichern und Abonnement hinzufügen',
  autoRenew: 'Automatische Verlängerung',
  autoRenewHelp: 'Am Ende beginnt ein neuer Zeitraum derselben Länge.',
  start: 'Beginn',
  startHelp: 'Ab der ersten Sekunde des Tages, in UTC.',
  end: 'Ende',
  endHelp: 'Bis zur letzten Sekunde des Tages, in UTC.',
  noticeHelp:
    'So viele Tage vor dem Ende muss spätestens gekündigt werden. Bleibt das Feld leer, gilt die Frist aus dem Katalog.',
  term: 'Laufzeit',
  forTerm: (amount, term) => `${amount} für ${term}`,
  terms: { week: 'Woche', month: 'Monat', quarter: 'Quartal', year: 'Jahr', until: 'Bis' },
  termOfMonths: (months) =>
    months % 12 === 0 ? counted(months / 12, 'Jahr', 'Jahre') : counted(months, 'Monat', 'Monate'),
  termOfDays: (days) => counted(days, 'Tag', 'Tage'),
  renewsOn: (term, end, next) =>
    `${term}. Verlängert sich nach dem ${end}; der nächste Zeitraum läuft bis zum ${next}.`,
  endsOn: (term, end) => `${term}. Endet am ${end} und verlängert sich nicht.`,
  cancelUntil: (day) => ` Kündigung spätestens am ${day}.`,
  endsIn: (days) => `, ${days}`,
  endBeforeStart: 'Das Ende darf nicht vor dem Beginn liegen.',
  endTooEarlyToRenew: 'Verlängert sich das Abonnement, muss das Ende mindestens einen Tag nach dem Beginn liegen.',
  itemCost: 'Kosten',
  cancelationReason: 'Kündigungsgrund',
  state: 'Status',
  cancelSubscription: 'Abonnement kündigen',
};
