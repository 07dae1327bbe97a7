import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, api, type QueryOf } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { isKind, type Kind } from '@/records';
import { failsInPlace } from '@/shared/loading/readFailure';
import type { Change } from './change';
import { placeMessages } from './placeMessages';

export type ChangeFilter = Omit<QueryOf<'/change'>, 'PageNumber' | 'PageSize'>;

/** The most that a page may hold. */
const largestPage = 200;

/** A record. */
export interface HistoryOf {
  entity: Kind;
  id: string;
}

/** Changes, newest first. */
export function changesQuery(filter: ChangeFilter, PageSize: number, PageNumber = 1) {
  const query = { ...filter, PageNumber, PageSize };
  return queryOptions({
    queryKey: [...queryKeys.changes, query],
    meta: failsInPlace,
    queryFn: async ({ signal }) => {
      const { data, pagination } = await api.list('/change', { query, signal });
      // A newer server may tell of records that this version does not know.
      return { data: data.filter(isKnown), pagination };
    },
  });
}

/** The changes of a record, and, if asked for, of what belongs to it. */
export function historyFilter({ entity, id }: HistoryOf, isWithin: boolean): ChangeFilter {
  return { Entity: entity, EntityId: id, ...(isWithin && { Within: true, Include: 'names' }) };
}

function isKnown(change: AnswerOf<'/change', 'get'>[number]): change is Change {
  return isKind(change.entity) && change.action in placeMessages.actions;
}

export function batchQuery(BatchId: string) {
  return changesQuery({ BatchId, Include: 'names' }, largestPage);
}

/** How many changes of a batch there are of a kind, or of an action. */
export function countInBatchQuery(BatchId: string, part: Pick<ChangeFilter, 'Entity' | 'Action'>) {
  return changesQuery({ BatchId, ...part }, 1);
}

/** People who may be meant by three letters or more. They are only suggestions, so nobody is told when it fails. */
export function peopleQuery(text: string) {
  return queryOptions({
    queryKey: queryKeys.userSearch(text),
    meta: failsInPlace,
    queryFn: ({ signal }) => api.get('/UserManagement', { query: { Search: text, PageSize: 10 }, signal }),
    enabled: text.length >= 3,
  });
}
