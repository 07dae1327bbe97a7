import type { DataTag, QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/**
 * Puts what the server answered to a change into the cache. A read that is under way may hold the state before it, and
 * would write that over the answer: it is given up.
 */
export function takeOver<T>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, T, Error>,
  data: Updater<T | undefined, T>,
): void {
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<T>(queryKey as QueryKey, data);
}
