import { type RefObject, useLayoutEffect, useState } from 'react';

/** The measures of a grid of cards; CardGrid.module.css draws by the same. */
interface Grid {
  columns: number;
  /** A card and the gap below it. */
  rowHeight: number;
  /** How many rows more than those in sight are on the page, at each end. */
  overscan: number;
  /** Where the grid begins on the page. */
  top: number;
}

const card = { minWidth: 15, height: 6, gap: 0.75 };
const tallestRow = 8;
const mostColumns = 3;
/** On the page at once, however tall the window is. */
const mostCards = 40;

/** Unknown until the grid is laid out. It follows the width of the page, and what comes and goes above the grid. */
export function useGrid(element: RefObject<HTMLElement | null>): Grid | undefined {
  const [grid, setGrid] = useState<Grid>();
  useLayoutEffect(() => {
    if (!element.current) return;
    const { current } = element;
    const measure = () => {
      const next = measured(current);
      setGrid((old) => (old && isSame(old, next) ? old : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const one of [current, document.body]) observer.observe(one);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [element]);
  return grid;
}

function measured(element: HTMLElement): Grid {
  const { top, width } = element.getBoundingClientRect();
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const fitting = Math.floor((width / rem + card.gap) / (card.minWidth + card.gap));
  // A tall window gets taller rows first, and fewer columns only when these would not be cards any more.
  const fair = Math.ceil(window.innerHeight / (mostCards / mostColumns - 2.5));
  const rowHeight = clamp(fair, (card.height + card.gap) * rem, tallestRow * rem);
  // Those in sight, of which two may be cut, and the one with the focus.
  const rows = Math.floor(window.innerHeight / rowHeight) + 3;
  const columns = clamp(Math.floor(mostCards / rows), 1, clamp(fitting, 1, mostColumns));
  return {
    columns,
    rowHeight,
    overscan: (rows + 2) * columns <= mostCards ? 1 : 0,
    top: Math.round(top + window.scrollY),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

function isSame(a: Grid, b: Grid): boolean {
  return a.columns === b.columns && a.rowHeight === b.rowHeight && a.overscan === b.overscan && a.top === b.top;
}
