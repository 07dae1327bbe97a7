import { keepPreviousData, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import type { Comparing } from '@/realtime/connection';
import { failsInPlace } from '@/shared/loading/readFailure';

/** A file that was read and compared. Nothing is changed until it is applied. */
export type Import = AnswerOf<'/import/{id}', 'get'>;
export type ImportColumn = Import['columns'][number];
export type ImportRow = AnswerOf<'/import/{id}/rows', 'get'>[number];
export type RowState = 'create' | 'update' | 'unchanged' | 'refused';

const rowsOfPage = 50;

export function importQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.import(id),
    meta: failsInPlace,
    retry: false,
    queryFn: ({ signal }) => api.get('/import/{id}', { path: { id }, signal }),
  });
}

/** The version is part of the name: other columns make other rows. */
export function rowsQuery({ id, version }: Import, State: RowState | undefined, PageNumber: number) {
  return queryOptions({
    queryKey: [...queryKeys.import(id), 'rows', version, State, PageNumber],
    meta: failsInPlace,
    queryFn: ({ signal }) =>
      api.list('/import/{id}/rows', {
        path: { id },
        query: { ...(State && { State }), PageNumber, PageSize: rowsOfPage },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** The last that the live connection told; null once another comparison begins. */
export const comparingQuery = queryOptions<Comparing | null>({
  queryKey: queryKeys.import('comparing'),
  queryFn: skipToken,
});

export function receiveComparing(client: QueryClient, progress: Comparing | null): void {
  client.setQueryData(comparingQuery.queryKey, progress);
}
