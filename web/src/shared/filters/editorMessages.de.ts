import type { messages as english } from './editorMessages';

export const messages: typeof english = {
  apply: 'Anwenden',
  from: 'Von',
  to: 'Bis',
  day: 'Tag',
  search: (label) => `Suchen: ${label}`,
  searching: 'Suche läuft…',
  nothing: 'Nichts gefunden.',
  failed: 'Die Suche hat nicht funktioniert.',
  until: 'Das Ende darf nicht vor dem Anfang liegen.',
  notAnAmount: 'Ein Betrag sieht so aus: 1.250,50.',
  wrongOrder: 'Der zweite Betrag darf nicht unter dem ersten liegen.',
};
