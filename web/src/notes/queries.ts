import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { failsInPlace } from '@/shared/loading/readFailure';

/** A record that has notes. */
export interface NotesOf {
  entity: string;
  id: string;
  /** Whether the user may edit the record, and so pin and remove notes of others. */
  mayEdit: boolean;
}

/** The notes of a record and of what belongs to it. */
export function notesQuery({ entity, id }: Omit<NotesOf, 'mayEdit'>, PageSize: number) {
  const query = { Entity: entity, EntityId: id, Within: true, PageSize };
  return queryOptions({
    queryKey: [...queryKeys.notes, query],
    meta: failsInPlace,
    queryFn: ({ signal }) => api.list('/note', { query, signal }),
  });
}

/** People who may see the record, by what was typed behind an @. They are only suggestions, so nobody is told when it fails. */
export function mentionableQuery({ entity, id }: Omit<NotesOf, 'mayEdit'>, typed: string | undefined) {
  const query = { Entity: entity, EntityId: id, Search: typed ?? '' };
  return queryOptions({
    queryKey: [...queryKeys.notes, 'people', query],
    meta: failsInPlace,
    queryFn: ({ signal }) => api.get('/note/mentionable', { query, signal }),
    enabled: typed !== undefined,
  });
}
