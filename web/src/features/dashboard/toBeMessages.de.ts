import type { messages as english } from './toBeMessages';

export const messages: typeof english = {
  willBe: {
    soon: 'Hier steht künftig, was in den nächsten 7 Tagen endet oder seinen letzten Kündigungstag hat.',
    overdue: 'Hier steht künftig, was beendet ist und nicht verlängert wurde.',
    waiting: 'Hier stehen künftig Produkte, die Kunden noch bestätigen.',
    losing: 'Hier steht künftig, was mehr kostet, als es einbringt.',
  },
  fill: { products: 'Produkte in den Katalog aufnehmen', subscriptions: 'Abonnements in den Katalog aufnehmen' },
  addCompany: 'Erste Firma hinzufügen',
  addProject: 'Erstes Projekt hinzufügen',
};
