import { counted } from '@/shared/format/number';

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
  select: 'Select',
  selectAll: 'Select all',
};
