import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { failsInPlace } from '@/shared/loading/readFailure';
import type { EventKind, ForecastEvent, ForecastTotals, Plan, PlanChange } from './types';

export interface Tried {
  /** The last month, such as 2027-11. */
  until: string;
  changes: PlanChange[];
}

export interface EventFilter {
  /** One of them, or some, comma-separated. */
  kind: EventKind | '' | 'cancelBy,renews,ends';
  company: string;
  responsible: string;
  page: number;
}

const pageSize = 50;

/** What happens until the end of a month if nobody does anything, a page of it. */
export function eventsQuery(until: string, { kind, company, responsible, page }: EventFilter) {
  const query = {
    Until: lastDayOf(until),
    Kind: kind,
    CompanyId: company,
    Responsible: responsible,
    PageNumber: page,
    PageSize: pageSize,
  };
  return queryOptions({
    queryKey: [...queryKeys.forecast, 'events', query],
    meta: failsInPlace,
    queryFn: async ({ signal }) => {
      const { totals, ...events } = await api.list('/forecast', { query, signal });
      return { ...events, data: events.data as ForecastEvent[], totals: totals as ForecastTotals };
    },
  });
}

/** What a month is worth as it is, and as it would be. */
export function outcomeQuery(tried: Tried) {
  return queryOptions({
    queryKey: [...queryKeys.forecast, 'outcome', tried],
    meta: failsInPlace,
    queryFn: ({ signal }) => api.post('/forecast', { body: tried, signal }),
  });
}

/** Whether a moderator sees the cost of all that is ahead: rows whose margin is hidden sort last. */
export const seesEveryCostQuery = queryOptions({
  queryKey: [...queryKeys.projectSubscriptions, 'seesEveryCost'],
  meta: failsInPlace,
  queryFn: async ({ signal }) => {
    const rowAt = (PageNumber: number) =>
      api.list('/project/subscription', {
        query: { State: 'notStarted,active,renews', SortBy: 'margin', PageSize: 1, PageNumber },
        signal,
      });
    const { pagination } = await rowAt(1);
    const { data } = await rowAt(Math.max(1, pagination.totalItems));
    return data.every(({ margin }) => margin !== null);
  },
});

/** One's own plans and the shared ones. */
export const plansQuery = queryOptions({
  queryKey: queryKeys.plans,
  meta: failsInPlace,
  queryFn: async ({ signal }) => (await api.get('/plan', { signal })) as Plan[],
});

export const plans = {
  add: (body: Tried & { name: string; isShared?: boolean }) => api.post('/plan', { body }),
  edit: ({ id, version, name, until, changes, isShared }: Omit<Plan, 'isOwn'>) =>
    api.put('/plan', { body: { id, version, name, until, changes, isShared } }),
  remove: (id: string) => api.delete('/plan', { body: { id } }),
  apply: (id: string, preview: boolean) => api.post('/plan/apply', { body: { id, preview } }),
};

/** 2027-11-30, of 2027-11 */
export function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** 2027-11, of 2026-11 and 12 */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}
