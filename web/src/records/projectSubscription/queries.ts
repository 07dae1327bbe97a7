import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { failsInPlace } from '@/shared/loading/readFailure';

/** One, with its value and its periods. */
export function subscriptionQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.projectSubscription(id),
    meta: failsInPlace,
    queryFn: ({ signal }) => api.get('/project/subscription/{id}', { path: { id }, signal }),
  });
}
