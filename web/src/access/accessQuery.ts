import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { failsInPlace } from '@/shared/loading/readFailure';

/** What a user may do where. */
export function accessQuery(User: string, PageSize: number) {
  return queryOptions({
    queryKey: [...queryKeys.access, User.toLowerCase(), PageSize],
    meta: failsInPlace,
    queryFn: ({ signal }) => api.list('/access', { query: { User, PageSize }, signal }),
    placeholderData: keepPreviousData,
  });
}
