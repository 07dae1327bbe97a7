import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { paths } from '@/paths';
import { failsInPlace } from '@/shared/readFailure';

export type SavedView = AnswerOf<'/view', 'get'>[number];

/** One's own views and the shared ones, of all lists. */
export const viewsQuery = queryOptions({
  queryKey: queryKeys.views,
  meta: failsInPlace,
  queryFn: ({ signal }) => api.get('/view', { query: { PageSize: 200 }, signal }),
});

interface ViewedList {
  path: () => string;
  /** What the list's call names, by what its page's address names. */
  params: Record<string, string>;
  /** What an address has that means nothing else than its absence. */
  usual: Record<string, string>;
}

const common = { Search: 'search', Removed: 'removed' };
const item = { ...common, Status: 'status', CategoryName: 'category' };
const usual = { removed: 'include' };

/** The lists whose pages open views. */
const lists: Record<string, ViewedList> = {
  company: { path: paths.companies.list, params: common, usual },
  project: { path: paths.projects.list, params: { ...common, CompanyId: 'company', ProductStatus: 'status' }, usual },
  product: { path: paths.products.list, params: item, usual },
  subscription: { path: paths.subscriptions.list, params: item, usual },
  user: { path: paths.users.list, params: { Search: 'search', AdminsOnly: 'admins' }, usual: { admins: 'false' } },
  projectSubscription: {
    path: paths.app.renewals,
    params: {
      CompanyId: 'company',
      ProjectId: 'project',
      SubscriptionId: 'item',
      CategoryName: 'category',
      Responsible: 'person',
      EndFrom: 'from',
      EndTo: 'to',
      CancelFrom: 'cancelFrom',
      CancelTo: 'cancelTo',
      At: 'at',
    },
    usual: {},
  },
};

export function viewsOf(views: readonly SavedView[] | undefined, list: string): SavedView[] {
  return views?.filter((view) => view.list === list && Object.hasOwn(lists, list)) ?? [];
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
  const known = lists[list];
  if (!known) return paths.app.dashboard();
  const saved = new URLSearchParams(query);
  const own = [...saved].filter(([name]) => /^[a-z]/.test(name));
  const params = new URLSearchParams(own.length > 0 ? own : paramsOfCall(list, saved));
  return params.size > 0 ? `${known.path()}?${params}` : known.path();
}

function paramsOfCall(list: string, call: URLSearchParams): [string, string][] {
  const { params, usual: left }: Pick<ViewedList, 'params' | 'usual'> = lists[list] ?? { params: {}, usual: {} };
  const found = Object.entries(params).flatMap(([name, param]): [string, string][] => {
    const value = call.get(name) ?? '';
    return value === '' || value === left[param] ? [] : [[param, isDay(param) ? value.slice(0, 10) : value]];
  });
  const sort = sortOf(call);
  if (sort) found.push(['sort', sort]);
  if (list === 'projectSubscription') found.push(['preset', presetOf(call)]);
  return found;
}

function isDay(param: string): boolean {
  return ['from', 'to', 'cancelFrom', 'cancelTo'].includes(param);
}

function sortOf(call: URLSearchParams): string {
  const isDown = (call.get('SortDescending') ?? '').split(',');
  const names = (call.get('SortBy') ?? '').split(',').filter(Boolean);
  return names.map((name, index) => (isDown[index] === 'true' ? `-${name}` : name)).join();
}

/** The choice of the renewals that comes closest. */
function presetOf(call: URLSearchParams): string {
  const { Losing, State } = Object.fromEntries(call);
  if (Losing === 'true') return 'losing';
  return State === 'ended' ? 'overdue' : 'all';
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
