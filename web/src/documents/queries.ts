import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { failsInPlace } from '@/shared/loading/readFailure';

/** A record that has documents. */
export interface DocumentsOf {
  entity: string;
  id: string;
  /** Whether the user may edit the record, and so add and remove documents. */
  mayEdit: boolean;
  /** Whether the user may see cost, and so confidential documents. */
  seesCost: boolean;
}

/** The documents of a record and of what belongs to it. */
export function documentsQuery({ entity, id }: Pick<DocumentsOf, 'entity' | 'id'>, PageSize: number) {
  const query = { Entity: entity, EntityId: id, Within: true, PageSize };
  return queryOptions({
    queryKey: [...queryKeys.documents, query],
    meta: failsInPlace,
    queryFn: ({ signal }) => api.list('/document', { query, signal }),
  });
}

/** How large a document may be. The server checks it, too. */
export const documentLimitsQuery = queryOptions({
  queryKey: queryKeys.documentLimits,
  meta: failsInPlace,
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => api.get('/document/limits', { signal }),
});
