import { before } from '@/shared/format/german';
import { isolate } from '@/shared/format/text';
import type { messages as english } from './noMatchMessages';

export const messages: typeof english = {
  clearFilters: 'Filter zurücksetzen',
  noMatch: (noun, search) =>
    `${before(noun, 'Kein', 'Keine', 'Kein')} ${search ? `passt zu „${isolate(search)}“` : 'gefunden'}`,
  noMatchText: (isSearch) => `Nichts passt zu ${isSearch ? 'Suche und Filtern zugleich' : 'den Filtern'}.`,
};
