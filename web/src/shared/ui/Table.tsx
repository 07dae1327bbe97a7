import type { ReactNode } from 'react';
import { cx } from './cx';
import styles from './Table.module.css';
import { VisuallyHidden } from './VisuallyHidden';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand under each other at the right. */
  numeric?: boolean;
  /** Only as wide as its content. */
  narrow?: boolean;
  /** Needs no label of its own in a card, and takes its whole width. */
  lead?: boolean;
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
  /** Rows that ask for attention. */
  isMarked?: (row: Row) => boolean;
  /** Mouse convenience only: some cell of the row must hold the real link or button. */
  onRowClick?: (row: Row) => void;
  /** Rows that a click does something for; all of them unless said. */
  isClickable?: (row: Row) => boolean;
}

/** What can be clicked in a row acts by itself, and a user who marks a text to copy it goes nowhere. */
function isMeant(target: EventTarget): boolean {
  return !(target as Element).closest('a, button') && !window.getSelection()?.toString();
}

/** A table with a quiet header; on a phone each row becomes a card. */
export function Table<Row>({ caption, columns, rows, keyOf, isMarked, onRowClick, isClickable }: TableProps<Row>) {
  return (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {columns.map(({ header, numeric, narrow, quiet }) => (
            <th key={header} scope="col" className={cx(numeric && styles.numeric, narrow && styles.narrow)}>
              {quiet ? <VisuallyHidden>{header}</VisuallyHidden> : header}
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
              {columns.map(({ header, cell, numeric, narrow, lead, wide, quiet }) => (
                <td
                  key={header}
                  className={cx(
                    numeric && styles.numeric,
                    narrow && styles.narrow,
                    lead && styles.lead,
                    wide && styles.wide,
                    quiet && styles.quiet,
                  )}
                  data-label={lead || quiet ? undefined : header}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
