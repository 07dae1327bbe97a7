import type { Noun } from '@/shared/format/noun';
import { counted } from '@/shared/format/number';

export const messages = {
  bestMatch: 'Best match',
  count: (count: number, { one, many }: Noun) => counted(count, one, many),
  import: 'Import',
  export: 'Export',
  from: 'From',
  to: 'To',
  person: 'Person',
  personHint: 'E-mail of a person',
  loading: ({ many }: Noun) => `Loading ${many}`,
  search: ({ many }: Noun) => `Search ${many}`,
  sort: 'Sort',
  tooMany: (count: number, { one, many }: Noun) =>
    `${counted(count, `more ${one}`, `more ${many}`)} do not fit here. Search, filter or sort to see them.`,
};
