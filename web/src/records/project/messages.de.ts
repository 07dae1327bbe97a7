import { counted } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';
import type { messages as english } from './messages';

export const messages: typeof english = {
  company: 'Firma',
  createdOn: (day) => `Angelegt am ${day}`,
  productsOnce: 'Produkte, einmal bezahlt',
  price: (amount) => `Preis ${amount}`,
  priceAnd: (amount) => `Preis ${amount},`,
  cost: (amount) => `Kosten ${amount}`,
  add: 'Projekt hinzufügen',
  create: 'Neues Projekt',
  saveAndAddProducts: 'Speichern und Produkte hinzufügen',
  companyHelp: 'Geben Sie einen Teil des Namens ein.',
  noCompanyFound: 'Keine Firma gefunden. Administratoren fügen Firmen hinzu.',
  none: 'Noch keine Projekte',
  noneText: 'Hier stehen die Projekte aller Firmen mit ihren Produkten und Abonnements.',
  noneOfCompany: 'Hier stehen die Projekte dieser Firma.',
  noneToSee: 'Kein Projekt sichtbar',
  noneToSeeText:
    'Sie sehen die Projekte, bei denen Sie Moderator sind, und die Projekte Ihrer Firmen. Ein Administrator oder ein Inhaber kann Sie hinzufügen.',
  showInList: 'In der Liste der Projekte zeigen',

  productStatus: 'Status eines Produkts',
  ending: 'Ende eines Abonnements',
  endingSoonChoice: 'Bald, in 14 Tagen',
  orInWeek: 'Oder in den sieben Tagen ab:',
  oneCompany: 'gewählt',
  ofCompany: (name) => `Firma: ${isolate(name)}`,
  withProduct: (status) => `Status eines Produkts: ${status}`,
  endingSoon: 'Ein Abonnement endet bald',
  endingInWeek: (day) => `Ein Abonnement endet in der Woche ab ${day}`,

  needsCompany: 'die Firma',
  hasItems: (subscriptions, products) =>
    `Das Projekt hat ${counted(subscriptions, 'Abonnement', 'Abonnements')} und ${counted(products, 'Produkt', 'Produkte')}: Es bleibt mit ausstehender Entfernung bestehen, bis diese entfernt sind.`,
  removal: {
    blocked: 'Zuerst Produkte und Abonnements entfernen',
    unused: 'Dieses Projekt hat keine Produkte und Abonnements mehr.',
    until: 'Es verschwindet, sobald es kein Produkt und kein Abonnement mehr hat',
    left: ['Eintrag', 'Einträge'],
  },

  // Both kinds of items are neuter.

  nextEnd: 'Nächstes Ende',
  showRunning: 'Abonnements zeigen',
  monthlyPrice: 'Preis im Monat',
  responsible: 'Zuständig',
};
