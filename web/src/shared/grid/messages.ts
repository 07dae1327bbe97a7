import { counted } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';

interface Noun {
  one: string;
  many: string;
}

export const messages = {
  columns: 'Columns',
  columnsHelp: 'Drag a header to move its column, and its right edge to set the width.',
  count: (count: number, { one, many }: Noun) => counted(count, one, many),
  density: 'Density',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
  moveDown: (label: string) => `Move ${label} down`,
  moveUp: (label: string) => `Move ${label} up`,
  resetColumns: 'Reset columns',
  select: (name: string) => `Select ${isolate(name)}`,
  selectAll: 'Select all',
  notSelected: 'These rows could not be loaded. Nothing more is selected.',
  tooMany: 'At most 10,000 rows are selected one by one. Narrow the list, or select all that match.',
};
