import { ArrowDown, ArrowUp } from 'lucide-react';
import { type PointerEvent, useRef } from 'react';
import type { GridColumn } from './columns';
import { clampWidth } from './columns';
import styles from './Grid.module.css';
import { GridCell } from './GridCell';
import { messages } from './messages';
import type { GridSelection } from './useSelection';

/** A column that the rows are sorted by. */
export interface Sort {
  name: string;
  isDown: boolean;
}

export interface HeadProps {
  // biome-ignore lint/suspicious/noExplicitAny: a header shows no row
  columns: GridColumn<any>[];
  sorts: readonly Sort[];
  /** With Shift, beside the sorts that are there. */
  onSort: (name: string, adds: boolean) => void;
  onResizing: (name: string, width: number) => void;
  onResize: (name: string, width: number) => void;
  /** To a place among the columns. */
  onMove: (name: string, to: number) => void;
  /** The column whose header has the focus, if any. */
  focusedColumn: number | undefined;
  selection?: GridSelection | undefined;
}

/** The names of the columns: a click sorts, the right edge sets the width, and a header is dragged to its place. */
export function GridHead(props: HeadProps) {
  const { columns, sorts, onSort, onResizing, onResize, onMove, focusedColumn, selection } = props;
  const cellProps = (column: number) => ({
    role: 'columnheader' as const,
    row: -1,
    column,
    isFocused: column === focusedColumn,
    hasSelection: selection !== undefined,
  });
  const dragged = useRef<string>(undefined);
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the grid
    <div role="rowgroup" className={styles.head}>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as the grid; its cells have the focus */}
      <div role="row" aria-rowindex={1} className={styles.row}>
        {selection && (
          <GridCell {...cellProps(-1)}>
            <label className={styles.tick}>
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label={messages.selectAll}
                checked={selection.state === 'all'}
                ref={(box) => {
                  if (box) box.indeterminate = selection.state === 'some';
                }}
                onChange={selection.toggleAll}
              />
            </label>
          </GridCell>
        )}
        {columns.map(({ name, label, isNumeric, isSortable, width }, column) => {
          const place = sorts.findIndex((sort) => sort.name === name);
          const isDown = sorts[place]?.isDown;
          const Arrow = isDown ? ArrowDown : ArrowUp;
          return (
            <GridCell
              key={name}
              {...cellProps(column)}
              isNumeric={isNumeric}
              aria-sort={place === 0 ? (isDown ? 'descending' : 'ascending') : undefined}
              draggable={column > 0}
              onDragStart={(event) => {
                dragged.current = name;
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', label);
              }}
              onDragOver={(event) => {
                if (dragged.current && column > 0) event.preventDefault();
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged.current) onMove(dragged.current, column);
                dragged.current = undefined;
              }}
            >
              {isSortable ? (
                <button
                  type="button"
                  tabIndex={-1}
                  className={styles.sort}
                  title={label}
                  onClick={(event) => onSort(name, event.shiftKey)}
                >
                  <span className={styles.clip}>{label}</span>
                  {place >= 0 && <Arrow aria-hidden />}
                  {place >= 0 && sorts.length > 1 && <span aria-hidden>{place + 1}</span>}
                </button>
              ) : (
                <span className={styles.clip} title={label}>
                  {label}
                </span>
              )}
              <Handle width={width} onDrag={(next) => onResizing(name, next)} onDrop={(next) => onResize(name, next)} />
            </GridCell>
          );
        })}
      </div>
    </div>
  );
}

interface HandleProps {
  width: number;
  onDrag: (width: number) => void;
  onDrop: (width: number) => void;
}

/** The right edge of a header, for the mouse; on the keyboard it is Alt and the arrows. */
function Handle({ width, onDrag, onDrop }: HandleProps) {
  const from = useRef<{ x: number; width: number }>(undefined);
  const widthAt = ({ clientX }: PointerEvent) =>
    from.current ? clampWidth(from.current.width + clientX - from.current.x) : width;
  return (
    <span
      aria-hidden
      className={styles.handle}
      // The header around it can be dragged: its edge is for something else.
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={(event) => {
        const { currentTarget, clientX, pointerId } = event;
        currentTarget.setPointerCapture(pointerId);
        const shown = currentTarget.parentElement?.getBoundingClientRect().width ?? width;
        from.current = { x: clientX, width: shown };
      }}
      onPointerMove={(event) => from.current && onDrag(widthAt(event))}
      onPointerUp={(event) => {
        if (from.current) onDrop(widthAt(event));
        from.current = undefined;
      }}
    />
  );
}
