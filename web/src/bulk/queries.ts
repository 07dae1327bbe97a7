import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';
import { setServerData } from '@/api/invalidate';
import { queryKeys } from '@/api/queryKeys';
import { failsInPlace } from '@/shared/loading/readFailure';

/** How far a bulk action is. */
export type Progress = AnswerOf<'/bulk/{id}', 'get'>;

/** Live events tell sooner; without them it is asked for in this time. */
const askAgain = 2_000;

export function isOver({ state }: Progress): boolean {
  return state !== 'queued' && state !== 'running';
}

/** Whether Undo has something to take back. */
export function canUndo(progress: Progress): boolean {
  return isOver(progress) && progress.done > 0;
}

export function progressQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.bulk(id),
    meta: failsInPlace,
    queryFn: ({ signal }) => api.get('/bulk/{id}', { path: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : askAgain),
  });
}

/** Shows how far a job is, by a live event or an answer. One that is behind what is shown is late. */
export function receiveProgress(client: QueryClient, progress: Progress): void {
  const { queryKey } = progressQuery(progress.id);
  const shown = client.getQueryData(queryKey);
  if (shown && (isOver(shown) || counted(shown) > counted(progress))) return;
  setServerData(client, queryKey, progress);
}

function counted({ done, refused }: Progress): number {
  return done + refused;
}
