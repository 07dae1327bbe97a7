import { readStored, writeStored } from '@/shared/storage/storage';
import { createStore } from '@/shared/storage/store';
import { breakpoints } from '@/shared/styles/breakpoints';

export type ListView = 'cards' | 'table';

/** How a list looked last: as cards or as a table, and with which columns. */
interface ListLook {
  view?: ListView;
  columns?: string;
}

const keyOf = (list: string) => `btracker.list.${list}`;

function rememberedLook(list: string): ListLook {
  try {
    const look: unknown = JSON.parse(readStored('localStorage', keyOf(list)) ?? '{}');
    return typeof look === 'object' && look !== null ? look : {};
  } catch {
    return {};
  }
}

export function rememberLook(list: string, changes: { [Name in keyof ListLook]: ListLook[Name] | undefined }): void {
  writeStored('localStorage', keyOf(list), JSON.stringify({ ...rememberedLook(list), ...changes }));
}

/** The address decides, then what is remembered. On a phone a list has cards, unless the address asks for a table. */
export function viewOf(list: string, params: URLSearchParams): ListView {
  const named = params.get('view');
  if (named === 'table' || named === 'cards') return named;
  return rememberedLook(list).view === 'table' && !isPhone() ? 'table' : 'cards';
}

/** The columns that a list's table had last, as shared/grid/columns.ts reads them. */
export function rememberedColumns(list: string): string | null {
  return rememberedLook(list).columns ?? null;
}

function isPhone(): boolean {
  return window.matchMedia(`(max-width: ${breakpoints.phone}px)`).matches;
}

export type Density = 'comfortable' | 'compact';

const densityKey = 'btracker.density';

/** Of the rows of all tables: it belongs to the screen, not to a list. */
export const density = createStore<Density>(
  readStored('localStorage', densityKey) === 'compact' ? 'compact' : 'comfortable',
);

export function chooseDensity(next: Density): void {
  writeStored('localStorage', densityKey, next);
  density.set(next);
}
