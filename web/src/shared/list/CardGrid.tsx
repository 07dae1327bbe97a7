import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import styles from './CardGrid.module.css';
import { CardRow } from './CardRow';
import { messages } from './messages';
import { type Pages, pageSize } from './pages';
import { usePlaceInHistory } from './placeInHistory';
import { tallest, withFocused } from './virtual';

interface CardGridProps<Row> {
  label: string;
  noun: { one: string; many: string };
  pages: Pages<Row>;
  /** How many cards there are; unknown while the list loads. */
  total: number | undefined;
  /** Whether what is shown belongs to another filter, whose answer is still there. */
  isOld: boolean;
  /** By how many lines a card is higher than one of a name and two facts. */
  moreLines?: number;
  children: (row: Row) => ReactNode;
}

/** All cards of a list, of which only those in sight, and a row more at each end, are on the page. */
export function CardGrid<Row>({ label, noun, pages, total, isOld, moreLines = 0, children }: CardGridProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const grid = useGrid(list, moreLines);
  const { columns, rowHeight, overscan, top } = grid ?? { columns: 1, rowHeight: 1, overscan: 1, top: 0 };
  const count = Math.min(total ?? pageSize, Math.floor(tallest / rowHeight) * columns);
  const { focused, focus, handlers } = useCardFocus(count, columns);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which would skip it, is not used
  const rows = useWindowVirtualizer({
    count: Math.ceil(count / columns),
    enabled: grid !== undefined,
    estimateSize: () => rowHeight,
    scrollMargin: top,
    overscan,
    rangeExtractor: (range) => withFocused(range, focused === undefined ? undefined : Math.floor(focused / columns)),
  });
  usePlaceInHistory(grid !== undefined && total !== undefined, focused, focus);

  return (
    <>
      <ul
        ref={list}
        className={styles.cards}
        aria-label={label}
        aria-busy={total === undefined || isOld}
        data-old={isOld}
        style={
          {
            height: Math.ceil(count / columns) * rowHeight,
            '--columns': columns,
            '--row': `${rowHeight}px`,
          } as CSSProperties
        }
        {...handlers}
      >
        {rows.getVirtualItems().map(({ index }) => (
          <CardRow
            key={`${columns} ${index}`}
            pages={pages}
            first={index * columns}
            columns={Math.min(columns, count - index * columns)}
            total={total}
            top={index * rowHeight}
            focused={focused}
          >
            {children}
          </CardRow>
        ))}
      </ul>
      {total !== undefined && total > count && <p className={styles.cut}>{messages.tooMany(total - count, noun)}</p>}
    </>
  );
}

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

/** In rem. */
const cardSize = { minWidth: 15, height: 6, line: 1.25, gap: 0.75 };
const tallestRow = 8;
const mostColumns = 3;
/** On the page at once, however tall the window is. */
const mostCards = 40;

/** Unknown until the grid is laid out. It follows the width of the page, and what comes and goes above the grid. */
function useGrid(element: RefObject<HTMLElement | null>, moreLines: number): Grid | undefined {
  const [grid, setGrid] = useState<Grid>();
  useLayoutEffect(() => {
    if (!element.current) return;
    const { current } = element;
    const measure = () => {
      const next = measured(current, moreLines);
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
  }, [element, moreLines]);
  return grid;
}

function measured(element: HTMLElement, moreLines: number): Grid {
  const { top, width } = element.getBoundingClientRect();
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const fitting = Math.floor((width / rem + cardSize.gap) / (cardSize.minWidth + cardSize.gap));
  // A tall window gets taller rows first, and fewer columns only when these would not be cards any more.
  const fair = Math.ceil(window.innerHeight / (mostCards / mostColumns - 2.5));
  const more = moreLines * cardSize.line;
  const rowHeight = clamp(fair, (cardSize.height + more + cardSize.gap) * rem, (tallestRow + more) * rem);
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

/**
 * Which card of a grid has the focus, or shall have it as soon as it is there. Its row is kept on the page however far
 * that is scrolled, so that the focus is never lost; arrow keys, Home and End reach cards that are not on the page yet.
 */
function useCardFocus(count: number, columns: number) {
  const [chosen, setChosen] = useState<number>();
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -count,
    End: count,
  };

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    const current = cardOf(event.target);
    if (current === undefined || ctrlKey || altKey || metaKey) return;
    const next = key === 'Tab' ? current + (shiftKey ? -1 : 1) : nearestCard(current + (steps[key] ?? 0), count);
    if (next === current || next < 0 || next >= count) return;
    // Tab goes its own way, unless the next card is not there yet.
    if (key === 'Tab' && event.currentTarget.querySelector(`[data-card="${next}"] a`)) return;
    event.preventDefault();
    setChosen(next);
  }

  return {
    /** A list that became shorter hands the focus to its last card. */
    focused: chosen === undefined ? undefined : nearestCard(chosen, count),
    focus: setChosen,
    handlers: {
      onKeyDown,
      onFocus: (event: FocusEvent) => setChosen(cardOf(event.target)),
      onBlur: (event: FocusEvent<HTMLElement>) => {
        // Without the window's own focus this is no farewell: it comes back to the same card.
        if (document.hasFocus() && !event.currentTarget.contains(event.relatedTarget)) setChosen(undefined);
      },
    },
  };
}

function nearestCard(card: number, count: number): number {
  return Math.max(0, Math.min(card, count - 1));
}

function cardOf(target: EventTarget): number | undefined {
  const card = target instanceof Element ? target.closest<HTMLElement>('[data-card]')?.dataset.card : undefined;
  return card === undefined ? undefined : Number(card);
}
