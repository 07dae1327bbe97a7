import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { failsInPlace } from '@/shared/loading/readFailure';

/** The most records that one call counts. */
const atOnce = 100;

/** Rows that are drawn together ask together. */
const patience = 20;

type Waiting = { id: string; signal: AbortSignal; answer: (count: number) => void; fail: (error: unknown) => void };

const waiting = new Map<string, Waiting[]>();

function countOf(kind: string, id: string, signal: AbortSignal): Promise<number> {
  return new Promise((answer, fail) => {
    const others = waiting.get(kind);
    if (others) return void others.push({ id, signal, answer, fail });
    waiting.set(kind, [{ id, signal, answer, fail }]);
    setTimeout(() => {
      // A row that has gone meanwhile, maybe because its reader signed out, asks for nothing.
      const all = (waiting.get(kind) ?? []).filter((one) => !one.signal.aborted);
      waiting.delete(kind);
      for (let first = 0; first < all.length; first += atOnce) void ask(kind, all.slice(first, first + atOnce));
    }, patience);
  });
}

async function ask(kind: string, asked: Waiting[]) {
  try {
    const EntityIds = asked.map(({ id }) => id).join();
    const counts = await api.get('/document/count', { query: { Entity: kind, EntityIds }, handles: 'all' });
    const byId = new Map(counts.map(({ entityId, count }) => [entityId, count]));
    for (const { id, answer } of asked) answer(byId.get(id) ?? 0);
  } catch (error) {
    for (const { fail } of asked) fail(error);
  }
}

/** How many documents a record has. */
export function documentCountQuery(kind: string, id: string) {
  return queryOptions({
    queryKey: [...queryKeys.documents, 'count', kind, id],
    meta: failsInPlace,
    queryFn: ({ signal }) => countOf(kind, id, signal),
  });
}
