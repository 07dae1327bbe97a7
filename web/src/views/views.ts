import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { paths } from '@/paths';
import { type RecordKind, recordNamed } from '@/records';
import { failsInPlace } from '@/shared/loading/readFailure';

export type SavedView = AnswerOf<'/view', 'get'>[number];

/** One's own views and the shared ones, of all lists. */
export const viewsQuery = queryOptions({
  queryKey: queryKeys.views,
  meta: failsInPlace,
  queryFn: ({ signal }) => api.get('/view', { query: { PageSize: 200 }, signal }),
});

export function viewsOf(views: readonly SavedView[] | undefined, list: string): SavedView[] {
  return views?.filter((view) => view.list === list && recordNamed(list)?.list) ?? [];
}

/**
 * What a view keeps: the query string of the list's call, and the address of its page beside it. The names of the call
 * begin with a capital, those of the address do not. The address says more: columns, and that "30 days" moves on with
 * the time.
 */
export function queryOfView(call: string, address: URLSearchParams): string {
  const kept = new URLSearchParams(address);
  kept.delete('page');
  return [call, kept.toString()].filter(Boolean).join('&');
}

/** The page that shows a view. One that was saved without an address is read by the names of its list's call. */
export function addressOfView({ list, query }: SavedView): string {
  const known = recordNamed(list)?.list;
  if (!known) return paths.app.dashboard();
  const saved = new URLSearchParams(query);
  const own = [...saved].filter(([name]) => /^[a-z]/.test(name));
  const params = new URLSearchParams(own.length > 0 ? own : paramsOfCall(known.views, saved));
  return params.size > 0 ? `${known.path()}?${params}` : known.path();
}

type ViewParams = NonNullable<RecordKind['list']>['views'];

function paramsOfCall({ params, usual = {}, days = [], more }: ViewParams, call: URLSearchParams): [string, string][] {
  const found = Object.entries(params).flatMap(([name, param]): [string, string][] => {
    const value = call.get(name) ?? '';
    return value === '' || value === usual[param] ? [] : [[param, days.includes(param) ? value.slice(0, 10) : value]];
  });
  const sort = sortOf(call);
  if (sort) found.push(['sort', sort]);
  return [...found, ...ofOwnFields(call), ...(more?.(call) ?? [])];
}

/** Own.vatId.From of a call is own.vatId.from in the address (own/address.ts). */
function ofOwnFields(call: URLSearchParams): [string, string][] {
  return [...call].flatMap(([name, value]): [string, string][] => {
    const [, key, end = ''] = /^Own\.(\w+)(\.\w+)?$/.exec(name) ?? [];
    return key && value ? [[`own.${key}${end.toLowerCase()}`, value]] : [];
  });
}

function sortOf(call: URLSearchParams): string {
  const isDown = (call.get('SortDescending') ?? '').split(',');
  const names = (call.get('SortBy') ?? '').split(',').filter(Boolean);
  return names.map((name, index) => (isDown[index] === 'true' ? `-${name}` : name)).join();
}

/** Whether a page shows what a view has saved, whatever the order in its address. */
export function isShown(view: SavedView, { pathname, search }: { pathname: string; search: string }): boolean {
  const [path, query = ''] = addressOfView(view).split('?');
  return path === pathname && sorted(query) === sorted(search);
}

function sorted(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('page');
  params.sort();
  return params.toString();
}
