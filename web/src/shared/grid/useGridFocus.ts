import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

interface Cell {
  /** -1 is the header. */
  row: number;
  /** -1 is the column of checkboxes. */
  column: number;
}

interface GridFocusOptions {
  scroller: RefObject<HTMLElement | null>;
  rows: number;
  columns: number;
  firstColumn: number;
  rowsInSight: number;
  onOpen: (row: number) => void;
  onSelect: (row: number, extend: boolean) => void;
  onExtend: ((row: number, from: number) => void) | undefined;
  /** Whether the header has used the key. */
  onHeadKey: (event: KeyboardEvent, column: number) => boolean;
}

/**
 * Which cell of a grid has the focus, or had it last: Tab leads to that one alone. Arrow keys go from cell to cell; Home,
 * End and the page keys go from row to row, also to rows that are not on the page yet.
 */
export function useGridFocus(options: GridFocusOptions) {
  const { scroller, rows, columns, firstColumn, rowsInSight, onOpen, onSelect, onExtend, onHeadKey } = options;
  const [chosen, setChosen] = useState<Cell>({ row: 0, column: 0 });
  const isWanted = useRef(false);
  // A list that became shorter hands the focus to its last row.
  const focused = { row: Math.min(chosen.row, rows - 1), column: Math.min(chosen.column, columns - 1) };
  const { row, column } = focused;

  useLayoutEffect(() => {
    if (!isWanted.current) return;
    isWanted.current = false;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);
    cell?.focus();
  }, [scroller, row, column]);

  const focusRow = useCallback((next: number | undefined) => {
    if (next === undefined) return;
    isWanted.current = true;
    setChosen({ row: next, column: 0 });
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const at = cellOf(event.target);
    if (!at || event.metaKey) return;
    if (isUsed(event, at)) event.preventDefault();
  }

  function isUsed(event: KeyboardEvent, at: Cell): boolean {
    if (at.row < 0 && onHeadKey(event, at.column)) return true;
    if (event.altKey) return false;
    if (event.key === 'Enter' && at.row >= 0) onOpen(at.row);
    else if (event.key === ' ') onSelect(at.row, event.shiftKey);
    else {
      const next = nextCell(at, event.key);
      if (!next) return false;
      isWanted.current = next.row !== row || next.column !== column;
      setChosen(next);
      if (event.shiftKey && next.row >= 0 && next.row !== at.row) onExtend?.(next.row, at.row);
    }
    return true;
  }

  function nextCell(at: Cell, key: string): Cell | undefined {
    const rowSteps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: rowsInSight,
      PageUp: -Math.min(rowsInSight, Math.max(at.row, 1)),
      Home: -Math.max(at.row, 0),
      End: rows,
    };
    const columnSteps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const byRow = rowSteps[key];
    if (byRow !== undefined) return { row: clamp(at.row + byRow, -1, rows - 1), column: at.column };
    const byColumn = columnSteps[key];
    if (byColumn !== undefined) return { row: at.row, column: clamp(at.column + byColumn, firstColumn, columns - 1) };
    return undefined;
  }

  return {
    focused,
    focusRow,
    onKeyDown,
    onFocus: (event: FocusEvent) => {
      const at = cellOf(event.target);
      if (at) setChosen(at);
    },
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

function cellOf(target: EventTarget): Cell | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  return cell ? { row: Number(cell.dataset.row), column: Number(cell.dataset.column) } : undefined;
}
