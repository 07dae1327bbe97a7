import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { failsInPlace, failsList } from '@/shared/loading/readFailure';

export type Statistics = AnswerOf<'/dashboard/statistics', 'get'>;
export type Charts = AnswerOf<'/dashboard/charts', 'get'>;

export const statisticsQuery = queryOptions({
  queryKey: queryKeys.statistics,
  meta: failsList,
  queryFn: ({ signal }) => api.get('/dashboard/statistics', { signal }),
});

/** What the subscriptions of companies are worth a month now, the largest first: the same as Reports asks for. */
export function largestCompaniesQuery(month: string) {
  const query = { From: month, To: month, By: 'company' } as const;
  return queryOptions({
    queryKey: [...queryKeys.recurring, query],
    meta: failsInPlace,
    queryFn: ({ signal }) => api.get('/report/recurring', { query, signal }),
  });
}

export const chartsQuery = queryOptions({
  queryKey: queryKeys.charts,
  meta: failsInPlace,
  queryFn: ({ signal }) => api.get('/dashboard/charts', { signal }),
});
