import { counted } from '@/shared/format/number';
import type { messages as english } from './messages';

export const messages: typeof english = {
  bestMatch: 'Beste Treffer',
  count: (count, { one, many }) => counted(count, one, many),
  import: 'Importieren',
  export: 'Exportieren',
  from: 'Von',
  to: 'Bis',
  person: 'Person',
  personHint: 'E-Mail einer Person',
  loading: ({ many }) => `${many} werden geladen`,
  search: ({ many }) => `${many} suchen`,
  sort: 'Sortieren',
  tooMany: (count, { one, many }) =>
    `${counted(count, `weiterer Treffer (${one}) passt`, `weitere ${many} passen`)} nicht hierher. Suchen, filtern oder sortieren Sie, um sie zu sehen.`,
};
