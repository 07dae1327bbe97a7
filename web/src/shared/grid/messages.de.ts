import { counted } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';
import type { messages as english } from './messages';

export const messages: typeof english = {
  columns: 'Spalten',
  columnsHelp:
    'Ziehen Sie eine Überschrift, um ihre Spalte zu verschieben, und ihren rechten Rand, um die Breite zu ändern.',
  count: (count, { one, many }) => counted(count, one, many),
  density: 'Zeilenhöhe',
  densities: { comfortable: 'Bequem', compact: 'Kompakt' },
  moveDown: (label) => `${label} nach unten`,
  moveUp: (label) => `${label} nach oben`,
  resetColumns: 'Spalten zurücksetzen',
  select: (name) => `${isolate(name)} auswählen`,
  selectAll: 'Alle auswählen',
  notSelected: 'Diese Zeilen konnten nicht geladen werden. Es wurde nichts weiter ausgewählt.',
  tooMany:
    'Einzeln lassen sich höchstens 10.000 Zeilen auswählen. Grenzen Sie die Liste ein, oder wählen Sie alle Treffer aus.',
};
