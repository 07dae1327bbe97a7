import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/shared/ui/cx';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
import styles from './Table.module.css';

export interface Column<Row> {
  header: string;
  /** A control in the place of the header, which names it. */
  control?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** The server sorts: how the rows are sorted by this column, and what the header does when pressed. */
  sorted?: 'asc' | 'desc' | undefined;
  onSort?: () => void;
  /** Below the rows, such as a sum of them. */
  total?: (rows: Row[]) => ReactNode;
  /** Numbers stand under each other at the right. */
  numeric?: boolean;
  /** Never broken into lines. */
  narrow?: boolean;
  /** Takes the room that the others leave; without one they share it. */
  grow?: boolean;
  /** Needs no label of its own in a card, and takes its whole width. */
  lead?: boolean;
  /** Needs no label of its own in a card. */
  plain?: boolean;
  /** Takes the whole width of a card. */
  wide?: boolean;
  /** The header is for screen readers alone, as over a column of buttons. */
  quiet?: boolean;
}

interface TableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  /** The headers of columns that are not shown. */
  hidden?: readonly string[];
  /** Rows that ask for attention. */
  isMarked?: (row: Row) => boolean;
  /** Mouse convenience only: some cell of the row must hold the real link or button. */
  onRowClick?: (row: Row) => void;
  /** Rows that a click does something for; all of them unless said. */
  isClickable?: (row: Row) => boolean;
}

/** What can be clicked in a row acts by itself, and a user who marks a text to copy it goes nowhere. */
function isMeant(target: EventTarget): boolean {
  return !(target as Element).closest('a, button, input, dialog, [role=menu]') && !window.getSelection()?.toString();
}

/** A table with a quiet header that stays in sight; on a phone each row becomes a card. */
export function Table<Row extends object>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, hidden = [], isMarked, onRowClick, isClickable } = props;
  const shown = columns.filter(({ header }) => !hidden.includes(header));
  const hasTotals = shown.some(({ total }) => total);

  return (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {shown.map((column) => (
            <th key={column.header} scope="col" className={looksOf(column)} aria-sort={ariaSort[String(column.sorted)]}>
              {column.control !== undefined ? (
                column.control
              ) : column.quiet ? (
                <VisuallyHidden>{column.header}</VisuallyHidden>
              ) : column.onSort ? (
                <button type="button" className={styles.sort} onClick={column.onSort}>
                  {column.header}
                  {column.sorted === 'asc' && <ArrowUp aria-hidden />}
                  {column.sorted === 'desc' && <ArrowDown aria-hidden />}
                </button>
              ) : (
                column.header
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const onClick = isClickable?.(row) === false ? undefined : onRowClick;
          return (
            <tr
              key={keyOf(row)}
              className={cx(isMarked?.(row) && styles.marked, onClick && styles.clickable)}
              onClick={onClick && ((event) => isMeant(event.target) && onClick(row))}
            >
              {shown.map((column) => (
                <td
                  key={column.header}
                  className={cx(looksOf(column), column.lead && styles.lead, column.wide && styles.wide)}
                  data-label={column.lead || column.quiet || column.plain ? undefined : column.header}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
      {hasTotals && (
        <tfoot>
          <tr>
            {shown.map((column) => (
              <td
                key={column.header}
                className={looksOf(column)}
                data-label={column.total && !column.lead ? column.header : undefined}
              >
                {column.total?.(rows)}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

const ariaSort: Record<string, 'ascending' | 'descending'> = { asc: 'ascending', desc: 'descending' };

function looksOf({ numeric, narrow, grow, quiet }: Pick<Column<never>, 'numeric' | 'narrow' | 'grow' | 'quiet'>) {
  return cx(numeric && styles.numeric, narrow && styles.narrow, grow && styles.grow, quiet && styles.quiet);
}
