import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from '@/shared/ui/Button';
import { Skeleton } from '@/shared/ui/Skeleton';
import { type Pages, pageSize, useIsWanted, usePage } from './pages';

interface CardRowProps<Row> {
  pages: Pages<Row>;
  /** The numbers, from 0, of the cards in this row. */
  cards: number[];
  /** How many cards the list has in all; unknown while it loads. */
  total: number | undefined;
  top: number;
  focused: number | undefined;
  children: (row: Row) => ReactNode;
}

/** One row of the grid. It asks for the page of the list that it shows a part of; rows of one page share the answer. */
export function CardRow<Row>({ pages, cards, total, top, focused, children }: CardRowProps<Row>) {
  const page = Math.floor((cards[0] ?? 0) / pageSize) + 1;
  const isWanted = useIsWanted(pages, page);
  const { data, isError, isFetching, refetch } = usePage(pages, page, isWanted);

  return cards.map((card, column) => {
    const row = data?.data[card % pageSize];
    return (
      <Cell
        key={card}
        card={card}
        total={total}
        isThere={row !== undefined}
        isFocused={card === focused}
        style={{ top, '--column': column } as CSSProperties}
      >
        {row !== undefined ? (
          children(row)
        ) : isError && column === 0 ? (
          <Button busy={isFetching} onClick={() => void refetch()}>
            An Error Occurred! Click Here To Refresh.
          </Button>
        ) : (
          <Skeleton height="100%" />
        )}
      </Cell>
    );
  });
}

interface CellProps {
  card: number;
  total: number | undefined;
  isThere: boolean;
  isFocused: boolean;
  style: CSSProperties;
  children: ReactNode;
}

function Cell({ card, total, isThere, isFocused, style, children }: CellProps) {
  const cell = useRef<HTMLLIElement>(null);
  // Before the browser looks again: it would take the focus from a cell that just stopped to be focusable.
  useLayoutEffect(() => {
    if (!isFocused) return;
    const target = isThere ? cell.current?.querySelector('a') : cell.current;
    if (target !== document.activeElement) target?.focus();
  }, [isFocused, isThere]);

  return (
    <li
      ref={cell}
      data-card={card}
      aria-posinset={card + 1}
      aria-setsize={total ?? -1}
      tabIndex={isThere ? undefined : -1}
      style={style}
    >
      {children}
    </li>
  );
}
