import { type RefObject, useLayoutEffect, useState } from 'react';

/** The measures of a grid of cards; CardGrid.module.css draws by the same. */
interface Grid {
  columns: number;
  /** A card and the gap below it. */
  rowHeight: number;
  /** Where the grid begins on the page. */
  top: number;
}

const card = { minWidth: 18.75, height: 6, gap: 0.75 };
const mostColumns = 3;

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
    return () => observer.disconnect();
  }, [element]);
  return grid;
}

function measured(element: HTMLElement): Grid {
  const { top, width } = element.getBoundingClientRect();
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const fitting = Math.floor((width / rem + card.gap) / (card.minWidth + card.gap));
  return {
    columns: Math.min(Math.max(fitting, 1), mostColumns),
    rowHeight: (card.height + card.gap) * rem,
    top: Math.round(top + window.scrollY),
  };
}

function isSame(a: Grid, b: Grid): boolean {
  return a.columns === b.columns && a.rowHeight === b.rowHeight && a.top === b.top;
}
