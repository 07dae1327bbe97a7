import { counted } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';
import { placeMessages } from './placeMessages';

export const messages = {
  ...placeMessages,
  add: 'Add note',
  label: 'New note',
  edited: 'edited',
  editing: 'Edit note',
  pin: 'Pin note',
  pinned: 'Pinned',
  unpin: 'Unpin note',
  remove: 'Remove note',
  removed: 'The note is removed.',
  added: 'The note is added.',
  saved: 'The note is saved.',
  none: 'No notes yet',
  noneText: 'What was agreed on the phone, or what the next person should know. Type @ to tell somebody.',
  people: 'People to mention',
  placeholder: 'Write a note. @ mentions somebody.',
  left: (count: number) => `${counted(count, 'character', 'characters')} left.`,
  tooLong: (count: number) => `${counted(count, 'character', 'characters')} too long.`,
  notLoaded: 'The notes could not be loaded.',
  notTold: (addresses: readonly string[]) =>
    `Not told, because nobody who may see this has the address: ${addresses.map(isolate).join(', ')}.`,
};
