import type { Noun } from '@/shared/format/noun';
import { isolate } from '@/shared/format/text';

export const messages = {
  clearFilters: 'Clear filters',
  noMatch: ({ one }: Noun, search: string) => `No ${one} matches${search && ` “${isolate(search)}”`}`,
  noMatchText: (isSearch: boolean) =>
    `Nothing fits ${isSearch ? 'the search and the filters together' : 'the filters'}.`,
};
