import { type CSSProperties, memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import { common } from '@/shared/messages';
import { Button } from '@/shared/ui/buttons/Button';
import { RecordCardPlaceholder } from '@/shared/ui/records/RecordCard';
import { type Pages, pageSize, useIsWanted, usePage } from './pages';

interface CardRowProps<Row> {
  pages: Pages<Row>;
  /** The number of the first card in this row, from 0. */
  first: number;
  /** How many cards the row has. */
  columns: number;
  /** How many cards the list has in all; unknown while it loads. */
  total: number | undefined;
  top: number;
  focused: number | undefined;
  children: (row: Row) => ReactNode;
}

/**
 * One row of the grid. It asks for the page of the list that it shows a part of; rows of one page share the answer.
 * While the page is scrolled, rows that stay are not rendered anew.
 */
export const CardRow = memo(PlainCardRow) as typeof PlainCardRow;

function PlainCardRow<Row>({ pages, first, columns, total, top, focused, children }: CardRowProps<Row>): ReactNode {
  const page = Math.floor(first / pageSize) + 1;
  const isWanted = useIsWanted(pages, page);
  const result = usePage(pages, page, isWanted);
  const { data, isError } = result;

  return Array.from({ length: columns }, (_, column) => {
    const card = first + column;
    const row = data?.data[card % pageSize];
    return (
      <Cell
        key={card}
        card={card}
        total={total}
        isOfFirstRow={first === 0}
        isThere={row !== undefined}
        isFocused={card === focused}
        style={{ top, '--column': column } as CSSProperties}
      >
        {row !== undefined ? (
          children(row)
        ) : isError && column === 0 ? (
          <Button busy={result.isFetching} onClick={() => void result.refetch()}>
            {common.errorClickToRefresh}
          </Button>
        ) : (
          <RecordCardPlaceholder />
        )}
      </Cell>
    );
  });
}

interface CellProps {
  card: number;
  total: number | undefined;
  isOfFirstRow: boolean;
  isThere: boolean;
  isFocused: boolean;
  style: CSSProperties;
  children: ReactNode;
}

function Cell({ card, total, isOfFirstRow, isThere, isFocused, style, children }: CellProps) {
  const cell = useRef<HTMLLIElement>(null);
  // In a layout effect: after painting, the browser takes the focus from a cell that has just stopped being focusable.
  useLayoutEffect(() => {
    if (!isFocused) return;
    const target = isThere ? cell.current?.querySelector('a') : cell.current;
    if (target !== document.activeElement) target?.focus();
  }, [isFocused, isThere]);

  return (
    <li
      ref={cell}
      data-card={card}
      data-avoid={isOfFirstRow || undefined}
      aria-posinset={card + 1}
      aria-setsize={total ?? -1}
      tabIndex={isThere ? undefined : -1}
      style={style}
    >
      {children}
    </li>
  );
}
