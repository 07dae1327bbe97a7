import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import styles from './CardGrid.module.css';
import { CardRow } from './CardRow';
import { messages } from './messages';
import { type Pages, pageSize } from './pages';
import { usePlaceInHistory } from './placeInHistory';
import { useCardFocus } from './useCardFocus';
import { useGrid } from './useGrid';

interface CardGridProps<Row> {
  label: string;
  noun: { one: string; many: string };
  pages: Pages<Row>;
  /** How many cards there are; unknown while the list loads. */
  total: number | undefined;
  /** Whether what is shown belongs to another filter, whose answer is still there. */
  isOld: boolean;
  children: (row: Row) => ReactNode;
}

/** Browsers cut off what is much taller than this. */
const tallest = 15_000_000;

/** All cards of a list, of which only those in sight, and a row more at each end, are on the page. */
export function CardGrid<Row>({ label, noun, pages, total, isOld, children }: CardGridProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const grid = useGrid(list);
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

function withFocused(range: Range, row: number | undefined): number[] {
  const inSight = defaultRangeExtractor(range);
  if (row === undefined || row >= range.count || inSight.includes(row)) return inSight;
  return [...inSight, row].toSorted((a, b) => a - b);
}
