import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, api, type QueryOf } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import type { components } from '@/api/schema.gen';
import { failsInPlace } from '@/shared/loading/readFailure';

export type Renewal = AnswerOf<'/project/subscription', 'get'>[number];
export type Totals = components['schemas']['SubscriptionTotals'];
type Query = QueryOf<'/project/subscription'>;

/** A page of subscriptions of all projects, with the sums of all pages. The key names the filter, the query may depend on the time. */
export function renewalsQuery(key: object, query: () => Query) {
  return queryOptions({
    queryKey: [...queryKeys.projectSubscriptions, key],
    meta: failsInPlace,
    queryFn: async ({ signal }) => {
      const { totals, ...page } = await api.list('/project/subscription', { query: query(), signal });
      return { ...page, totals: totals as Totals };
    },
  });
}
