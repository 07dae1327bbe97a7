import { counted } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';
import type { messages as english } from './messages';
import { placeMessages } from './placeMessages.de';

export const messages: typeof english = {
  ...placeMessages,
  add: 'Notiz hinzufügen',
  label: 'Neue Notiz',
  edited: 'bearbeitet',
  editing: 'Notiz bearbeiten',
  pin: 'Notiz anheften',
  pinned: 'Angeheftet',
  unpin: 'Notiz lösen',
  remove: 'Notiz entfernen',
  removed: 'Die Notiz ist entfernt.',
  added: 'Die Notiz ist hinzugefügt.',
  saved: 'Die Notiz ist gespeichert.',
  none: 'Noch keine Notizen',
  noneText: 'Was am Telefon vereinbart wurde, oder was der Nächste wissen sollte. Mit @ erfährt es jemand.',
  people: 'Personen zum Erwähnen',
  placeholder: 'Notiz schreiben. @ erwähnt jemanden.',
  left: (count) => `Noch ${counted(count, 'Zeichen', 'Zeichen')}.`,
  tooLong: (count) => `${counted(count, 'Zeichen', 'Zeichen')} zu lang.`,
  notLoaded: 'Die Notizen konnten nicht geladen werden.',
  notTold: (addresses) =>
    `Nicht benachrichtigt, weil niemand, der dies sehen darf, die Adresse hat: ${addresses.map(isolate).join(', ')}.`,
};
