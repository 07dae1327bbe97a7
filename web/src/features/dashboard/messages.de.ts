import { counted, formatCount } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';
import type { messages as english, chartMessages as englishCharts } from './messages';

export const messages: typeof english = {
  dashboard: 'Übersicht',
  hello: (name) => `Guten Tag, ${name}`,
  notificationsNotCounted: 'Neue Benachrichtigungen konnten nicht gezählt werden.',
  noNewNotifications: 'Bisher gibt es keine neuen Benachrichtigungen.',
  youHave: 'Sie haben {notifications}.',
  newNotifications: (count) => counted(count, 'neue Benachrichtigung', 'neue Benachrichtigungen'),

  statistics: 'Zahlen',
  loadingStatistics: 'Zahlen werden geladen…',
  statisticsFailed: 'Die Zahlen konnten nicht geladen werden.',
  withoutPending: 'Stand jetzt, ohne Einträge, deren Entfernung aussteht',
  companies: 'Firmen',
  projects: 'Projekte',
  endingSoon: 'Bald endende Abonnements',
  inTwoWeeks: 'Innerhalb von 14 Tagen, ohne Verlängerung',
  subscriptionsMoney: 'Abonnements in Projekten: Kosten/Preis (USD)',
  productsMoney: 'Produkte in Projekten: Kosten/Preis (USD)',
  // They break in narrow cards.
  productCategories: 'Produkt\u00adkategorien',
  products: 'Produkte',
  subscriptionCategories: 'Abonnement\u00adkategorien',
  subscriptions: 'Abonnements',
  adminUsers: 'Administra\u00adtoren',
  allUsers: 'Alle Benutzer',
  cost: 'Kosten ',
  price: 'Preis ',
  wholeTerms: 'Laufende Abonnements: die Preise ihrer ganzen Laufzeiten, von Monaten und von Jahren, zusammengezählt',
  onceOnly: 'Produkte aller Projekte, jedes einmal bezahlt',
  whoSeesCost: 'Nur für Inhaber und Manager sichtbar',

  nothingYet: 'Noch nichts zu sehen',
  nothingYetText:
    'Sie sind noch bei keiner Firma und keinem Projekt Moderator. Ein Administrator oder ein Inhaber kann Sie hinzufügen.',
  toAccount: 'Zu Ihrem Konto',
};

export const chartMessages: typeof englishCharts = {
  notLoaded: 'Die Diagramme konnten nicht geladen werden.',

  ending: 'Wann enden Abonnements?',
  endingTotal: (count) => `${counted(count, ...ends)} in den nächsten zwölf Wochen ohne Verlängerung`,
  endingInWeek: (week, count) => `Woche ab ${week}: ${counted(count, ...ends)}`,
  endingNone: 'In den nächsten zwölf Wochen endet kein Abonnement ohne Verlängerung.',
  weekOf: 'Woche ab',
  subscriptions: 'Abonnements',

  prices: 'Welche Firmen bringen im Monat am meisten?',
  pricesAndCosts: 'Welche Firmen bringen im Monat am meisten, und was kosten sie?',
  pricesOf: (count) =>
    count === 1
      ? 'Die Firma mit dem höchsten Preis im Monat, jetzt'
      : `Die ${formatCount(count)} Firmen mit dem höchsten Preis im Monat, jetzt`,
  pricesNone: 'Jetzt läuft kein Abonnement mit einem Preis.',
  company: 'Firma',
  monthlyPrice: 'Preis im Monat',
  monthlyCost: 'Kosten im Monat',
  priceOf: (amount) => `Preis ${amount} im Monat`,
  costOf: (amount) => `Kosten ${amount} im Monat`,
  amountsOf: (name, amounts) => `${isolate(name)}: ${amounts.join(', ')}`,

  products: 'Wie weit sind die Produkte der Projekte?',
  productsTotal: (count) => `${counted(count, 'Produkt', 'Produkte')} in allen Projekten`,
  productsNone: 'Noch kein Projekt hat ein Produkt.',
  productsWith: (status, count, percent) => `${status}: ${counted(count, 'Produkt', 'Produkte')}, ${percent} %`,
  status: 'Status',
  count: 'Produkte',
};

const ends = ['Abonnement endet', 'Abonnements enden'] as const;
