import { useQueryClient } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Density } from '@/shared/list/listLook';
import { messages as listMessages } from '@/shared/list/messages';
import { type Pages, pageSize, rowAt } from '@/shared/list/pages';
import { usePlaceInHistory } from '@/shared/list/placeInHistory';
import { tallest, withFocused } from '@/shared/list/virtual';
import { cx } from '@/shared/ui/cx';
import type { GridColumn } from './columns';
import styles from './Grid.module.css';
import { GridHead, type HeadProps } from './GridHead';
import { GridRow } from './GridRow';
import { useGridFocus } from './useGridFocus';
import type { GridSelection } from './useSelection';

interface GridProps<Row> extends Pick<HeadProps, 'sorts' | 'onSort' | 'onResize' | 'onMove'> {
  label: string;
  noun: { one: string; many: string };
  /** The first one stays in sight. */
  columns: GridColumn<Row>[];
  pages: Pages<Row>;
  /** How many rows there are; unknown while the list loads. */
  total: number | undefined;
  /** Whether what is shown belongs to another filter, whose answer is still there. */
  isOld: boolean;
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  onOpen: (row: Row) => void;
  density: Density;
  selection?: GridSelection | undefined;
  /** Below the grid, in sight as well. */
  bar?: ReactNode;
}

const rowHeights = { comfortable: 40, compact: 30 } satisfies Record<Density, number>;
const checkboxWidth = 40;

/** A table of all rows of a list, of which only those in sight are on the page. It scrolls by itself, both ways. */
export function Grid<Row>(props: GridProps<Row>) {
  const { label, noun, columns, pages, total, isOld, keyOf, onOpen, density, selection, bar } = props;
  const client = useQueryClient();
  const scroller = useRef<HTMLDivElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const room = useRoomBelow(scroller, below);
  const rowHeight = rowHeights[density];
  const count = Math.min(total ?? pageSize, Math.floor(tallest / rowHeight));
  const firstColumn = selection ? -1 : 0;
  const { focused, focusRow, onKeyDown, onFocus } = useGridFocus({
    scroller,
    rows: count,
    columns: columns.length,
    firstColumn,
    rowsInSight: Math.max(1, Math.floor((room ?? 0) / rowHeight) - 3),
    onOpen: (row) => {
      const found = rowAt(client, pages, row);
      if (found) onOpen(found);
    },
    onSelect: (row, extend) => {
      if (!selection) return;
      if (row < 0) selection.toggleAll();
      else if (extend) selection.extendTo(row);
      else {
        const found = rowAt(client, pages, row);
        if (found) selection.toggle(row, keyOf(found));
      }
    },
    onExtend: selection?.extendTo,
    onHeadKey: (event, column) => headKey(event, columns[column], props),
  });
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which would skip it, is not used
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    rangeExtractor: (range) => withFocused(range, focused.row),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows ask anew for their height when that has changed
  useLayoutEffect(() => rows.measure(), [rows, rowHeight]);
  usePlaceInHistory(
    room !== undefined && total !== undefined,
    focused.row < 0 ? undefined : focused.row,
    focusRow,
    scroller,
  );

  const [resized, setResized] = useState<{ name: string; width: number }>();
  const sized = columns.map((column) =>
    column.name === resized?.name ? { ...column, width: resized.width, grows: false } : column,
  );
  const tracks = sized.map(trackOf);
  const checkboxes = selection ? [`${checkboxWidth}px`] : [];
  const template = sized.map(({ grows }, index) => (grows ? `minmax(${tracks[index]}, 1fr)` : tracks[index]));
  const hasTotals = columns.some((column) => column.total !== undefined);

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: rows that are not on the page leave no room in a table */}
      <div
        ref={scroller}
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-rowcount={total === undefined ? -1 : total + 1 + Number(hasTotals)}
        aria-colcount={columns.length + Number(selection !== undefined)}
        aria-multiselectable={selection ? true : undefined}
        aria-busy={total === undefined || isOld}
        className={styles.grid}
        data-old={isOld}
        data-wide
        style={
          {
            maxHeight: room,
            '--row': `${rowHeight}px`,
            '--template': [...checkboxes, ...template].join(' '),
            '--first': checkboxes[0] ?? '0px',
            '--lead': sumOf([...checkboxes, ...tracks.slice(0, 1)]),
          } as CSSProperties
        }
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        <div className={styles.table} role="presentation" style={{ minWidth: sumOf([...checkboxes, ...tracks]) }}>
          <GridHead
            {...props}
            columns={sized}
            focusedColumn={focused.row < 0 ? focused.column : undefined}
            onResizing={(name, width) => setResized({ name, width })}
            onResize={(name, width) => {
              setResized(undefined);
              props.onResize(name, width);
            }}
          />
          {/* biome-ignore lint/a11y/useSemanticElements: as the grid */}
          <div role="rowgroup" className={styles.body} style={{ height: count * rowHeight }}>
            {rows.getVirtualItems().map(({ index }) => (
              <GridRow
                key={index}
                index={index}
                top={index * rowHeight}
                columns={columns}
                pages={pages}
                keyOf={keyOf}
                nameOf={props.nameOf}
                focusedColumn={focused.row === index ? focused.column : undefined}
                selection={selection}
                onOpen={onOpen}
              />
            ))}
          </div>
          {hasTotals && (
            <GridFoot columns={columns} hasSelection={selection !== undefined} index={(total ?? count) + 2} />
          )}
        </div>
      </div>
      {total !== undefined && total > count && (
        <p className={styles.cut}>{listMessages.tooMany(total - count, noun)}</p>
      )}
      <div ref={below} className={styles.below}>
        {bar}
      </div>
    </>
  );
}

function GridFoot<Row>({
  columns,
  hasSelection,
  index,
}: {
  columns: GridColumn<Row>[];
  hasSelection: boolean;
  index: number;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the grid
    <div role="rowgroup" className={styles.foot}>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as the grid; its cells have the focus */}
      <div role="row" aria-rowindex={index} className={styles.row}>
        {hasSelection && <Blank />}
        {columns.map(({ name, isNumeric, total }) => (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: sums are read, not used
          <div key={name} role="gridcell" className={cx(styles.cell, isNumeric && styles.numeric)}>
            {total}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Below the checkboxes. */
function Blank() {
  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as the grid
  return <div role="gridcell" className={cx(styles.cell, styles.check)} />;
}

/** On a header, Enter sorts by its column; with Alt the arrows set its width, with Shift as well they move it. */
function headKey<Row>(
  event: { key: string; shiftKey: boolean; altKey: boolean },
  column: GridColumn<Row> | undefined,
  { onSort, onResize, onMove, columns }: Pick<GridProps<Row>, 'onSort' | 'onResize' | 'onMove' | 'columns'>,
): boolean {
  if (!column) return false;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (event.key === 'Enter' && column.isSortable) onSort(column.name, event.shiftKey);
  else if (event.altKey && event.shiftKey && step) onMove(column.name, columns.indexOf(column) + step);
  else if (event.altKey && step) onResize(column.name, column.width + 16 * step);
  else return false;
  return true;
}

/** On a phone the first column, which stays in sight, leaves room for the others. */
function trackOf({ width }: { width: number }, index: number): string {
  return index === 0 ? `min(${width}px, 40vw)` : `${width}px`;
}

function sumOf(tracks: string[]): string {
  return `calc(${tracks.join(' + ')})`;
}

const leastRoom = 280;

/**
 * The pixels between the top of an element and the end of the window, or what stands below it: it then scrolls by itself,
 * and the page does not.
 */
function useRoomBelow(
  element: RefObject<HTMLElement | null>,
  below: RefObject<HTMLElement | null>,
): number | undefined {
  const [room, setRoom] = useState<number>();
  useLayoutEffect(() => {
    const measure = () => {
      if (!element.current || !below.current) return;
      const top = element.current.getBoundingClientRect().top + window.scrollY;
      const margin = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * 1.5 || 24;
      setRoom(Math.max(leastRoom, Math.floor(window.innerHeight - top - margin - below.current.offsetHeight)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    if (below.current) observer.observe(below.current);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [element, below]);
  return room;
}
