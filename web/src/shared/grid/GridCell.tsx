import type { ComponentProps } from 'react';
import { cx } from '@/shared/ui/cx';
import styles from './Grid.module.css';

interface GridCellProps extends ComponentProps<'div'> {
  role?: 'gridcell' | 'columnheader';
  /** -1 is the header. */
  row: number;
  /** -1 is the column of checkboxes. */
  column: number;
  isFocused: boolean;
  isNumeric?: boolean | undefined;
  hasSelection: boolean;
}

/** A cell that is found by its place (useGridFocus.ts). Tab leads to the one that has the focus, or had it last. */
export function GridCell(props: GridCellProps) {
  const { role = 'gridcell', row, column, isFocused, isNumeric, hasSelection, ...rest } = props;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support it
    <div
      {...rest}
      role={role}
      data-row={row}
      data-column={column}
      tabIndex={isFocused ? 0 : -1}
      aria-colindex={column + 1 + Number(hasSelection)}
      className={cx(styles.cell, isNumeric && styles.numeric, column < 0 && styles.check)}
    />
  );
}
