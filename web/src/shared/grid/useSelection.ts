import { useRef, useState } from 'react';
import { notify } from '@/shared/toast';
import { messages } from './messages';

interface SelectionOptions<Row> {
  /** What the rows are filtered by: another filter begins without a selection. */
  filter: string;
  /** How many rows the filter lets through. */
  total: number | undefined;
  keyOf: (row: Row) => string;
  /** The rows from one number to another, both included. They may have to be loaded. */
  rowsBetween: (first: number, last: number) => Row[] | Promise<Row[]>;
}

interface Selected {
  filter: string;
  /** All that the filter lets through, now and when they are used. */
  isAll: boolean;
  keys: ReadonlySet<string>;
  /** The row that was selected last, where a range begins, and what was selected besides. */
  anchor?: number;
  besides?: ReadonlySet<string>;
}

/** As many as one bulk action takes. */
const most = 10_000;

export interface GridSelection {
  state: 'none' | 'some' | 'all';
  isSelected: (key: string) => boolean;
  toggle: (index: number, key: string) => void;
  /** From the row that was selected last to this one; from another one where there is none. */
  extendTo: (index: number, from?: number) => void;
  toggleAll: () => void;
}

export interface Selection extends GridSelection {
  count: number;
  isAll: boolean;
  keys: ReadonlySet<string>;
  selectAll: () => void;
  clear: () => void;
}

/** Which rows of a list are selected: some, a range, or all that its filter lets through. */
export function useSelection<Row>({ filter, total, keyOf, rowsBetween }: SelectionOptions<Row>): Selection {
  const none: Selected = { filter, isAll: false, keys: new Set() };
  const [state, setState] = useState(none);
  const selected = state.filter === filter ? state : none;
  const { isAll, keys } = selected;
  const latest = useRef(0);

  /** Selects by rows that may be on their way; what is selected meanwhile counts, not what comes late. */
  function selectRows(first: number, last: number, next: (keysOfRows: string[]) => Selected): void {
    latest.current += 1;
    const asked = latest.current;
    if (last - first >= most) {
      notify.warning(messages.tooMany);
      return;
    }
    const found = rowsBetween(first, last);
    if (Array.isArray(found)) setState(next(found.map(keyOf)));
    else {
      found.then(
        (rows) => asked === latest.current && setState(next(rows.map(keyOf))),
        () => notify.error(messages.notSelected),
      );
    }
  }

  function select(next: Omit<Selected, 'filter'>): void {
    latest.current += 1;
    setState({ ...next, filter });
  }

  function toggle(index: number, key: string): void {
    if (isAll) {
      // All but this one: they are named one by one from now on.
      selectRows(0, (total ?? 1) - 1, (all) => ({
        filter,
        isAll: false,
        keys: new Set(all.filter((one) => one !== key)),
        anchor: index,
      }));
      return;
    }
    const next = new Set(keys);
    if (!next.delete(key)) next.add(key);
    select({ isAll: false, keys: next, anchor: index, besides: keys });
  }

  function extendTo(index: number, from = index): void {
    if (isAll) return;
    const { anchor = from, besides = keys } = selected;
    selectRows(Math.min(anchor, index), Math.max(anchor, index), (range) => ({
      filter,
      isAll: false,
      keys: new Set([...besides, ...range]),
      anchor,
      besides,
    }));
  }

  const selectAll = () => select({ isAll: true, keys: new Set() });
  const clear = () => select({ isAll: false, keys: new Set() });
  const count = isAll ? (total ?? 0) : keys.size;
  const extent = isAll || (count > 0 && count === total) ? 'all' : count > 0 ? 'some' : 'none';
  return {
    count,
    isAll,
    keys,
    state: extent,
    isSelected: (key) => isAll || keys.has(key),
    toggle,
    extendTo,
    toggleAll: () => (extent === 'all' ? clear() : selectAll()),
    selectAll,
    clear,
  };
}
