import { type MouseEvent, memo } from 'react';
import { type Pages, pageSize, useIsWanted, usePage } from '@/shared/list/pages';
import { common } from '@/shared/messages';
import { Button } from '@/shared/ui/buttons/Button';
import { cx } from '@/shared/ui/cx';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import type { GridColumn } from './columns';
import styles from './Grid.module.css';
import { GridCell } from './GridCell';
import { messages } from './messages';
import type { GridSelection } from './useSelection';

interface GridRowProps<Row> {
  /** From 0. */
  index: number;
  top: number;
  columns: GridColumn<Row>[];
  pages: Pages<Row>;
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** The column of this row that has the focus, if any. */
  focusedColumn: number | undefined;
  selection: GridSelection | undefined;
  onOpen: (row: Row) => void;
}

/**
 * One row of a grid. It asks for the page of the list that it is a part of; rows of one page share the answer. While the
 * grid is scrolled, rows that stay are not rendered anew.
 */
export const GridRow = memo(PlainGridRow) as typeof PlainGridRow;

function PlainGridRow<Row>(props: GridRowProps<Row>) {
  const { index, top, columns, pages, keyOf, nameOf, focusedColumn, selection, onOpen } = props;
  const cellProps = (column: number) => ({
    row: index,
    column,
    isFocused: column === focusedColumn,
    hasSelection: selection !== undefined,
  });
  const page = Math.floor(index / pageSize) + 1;
  const isWanted = useIsWanted(pages, page);
  const result = usePage(pages, page, isWanted);
  const row = result.data?.data[index % pageSize];
  const key = row === undefined ? undefined : keyOf(row);
  const isSelected = key !== undefined && selection?.isSelected(key);
  const isFailed = row === undefined && result.isError;

  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: as the grid; its cells have the focus, and Enter does the same
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selection ? Boolean(isSelected) : undefined}
      className={cx(styles.row, styles.record, row && styles.clickable)}
      style={{ top }}
      onClick={row === undefined ? undefined : (event) => isMeant(event) && onOpen(row)}
    >
      {selection && (
        <GridCell {...cellProps(-1)}>
          {row !== undefined && key !== undefined && (
            <label className={styles.tick}>
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label={messages.select(nameOf(row))}
                checked={isSelected ?? false}
                // The click tells whether Shift is pressed, the change does not.
                onChange={() => {}}
                onClick={(event) => (event.shiftKey ? selection.extendTo(index) : selection.toggle(index, key))}
              />
            </label>
          )}
        </GridCell>
      )}
      {columns.map(({ name, cell, text, isNumeric }, column) => (
        <GridCell
          key={name}
          {...cellProps(column)}
          isNumeric={isNumeric}
          title={row === undefined ? undefined : text?.(row)}
        >
          {row !== undefined ? (
            cell(row)
          ) : isFailed && column === 0 ? (
            <Button variant="quiet" busy={result.isFetching} onClick={() => void result.refetch()}>
              {common.errorClickToRefresh}
            </Button>
          ) : (
            <Skeleton width={isNumeric ? '50%' : '70%'} height="0.75rem" />
          )}
        </GridCell>
      ))}
    </div>
  );
}

/** A link acts by itself, and a user who marks a text to copy it goes nowhere. */
function isMeant({ target }: MouseEvent): boolean {
  return !(target as Element).closest('a, button, input, label') && !window.getSelection()?.toString();
}
