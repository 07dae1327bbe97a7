import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** Browsers cut off what is much taller than this. */
export const tallest = 15_000_000;

/** The rows in sight, and the one that has the focus: it stays on the page however far that is scrolled. */
export function withFocused(range: Range, row: number | undefined): number[] {
  const inSight = defaultRangeExtractor(range);
  if (row === undefined || row < 0 || row >= range.count || inSight.includes(row)) return inSight;
  return [...inSight, row].toSorted((a, b) => a - b);
}
