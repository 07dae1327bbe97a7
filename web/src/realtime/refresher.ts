import { matchQuery, type Query, type QueryClient } from '@tanstack/react-query';
import { ownWrites } from '@/api/client';
import { type Changed, staleKeys } from './staleKeys';

/** Changes come in groups. */
const settleTime = 100;
/** However much happens, a screen is read again once a second at the most. */
const pause = 1000;

interface Refresher {
  hear: (change: Changed) => void;
  /** What was read that many milliseconds ago, or longer, may be out of date. */
  refreshAll: (age?: number) => void;
  stop: () => void;
}

/** Has open screens read again what changes name; what is not on the screen is read when it comes there. */
export function createRefresher(client: QueryClient): Refresher {
  let heard: Changed[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;

  function schedule(): void {
    timer ??= setTimeout(flush, Math.max(settleTime, last + pause - Date.now()));
  }

  function flush(): void {
    timer = undefined;
    // Their events may be among these, and only the answers tell which.
    if (ownWrites.underWay > 0) {
      schedule();
      return;
    }
    last = Date.now();
    const changes = heard;
    heard = [];
    const others = changes.filter(({ seq = 0 }) => !ownWrites.logged.has(seq));
    // The screen that made a change has taken it over already, and may be about to leave what is gone.
    invalidate(changes, false);
    invalidate(others, true);
    for (const { seq = 0 } of changes) ownWrites.logged.delete(seq);
  }

  function invalidate(changes: Changed[], refetch: boolean): void {
    const keys = changes.flatMap(staleKeys);
    if (keys.length === 0) return;
    // All keys at once: a query that two of them match is to be read once.
    void client.invalidateQueries({
      predicate: (query) => wasRead(query) && keys.some((queryKey) => matchQuery({ queryKey }, query)),
      refetchType: refetch ? readNow() : 'none',
    });
  }

  return {
    hear(change) {
      heard.push(change);
      schedule();
    },
    refreshAll(age = 0) {
      const since = Date.now() - age;
      void client.invalidateQueries({
        predicate: (query) => wasRead(query) && query.state.dataUpdatedAt <= since,
        refetchType: readNow(),
      });
    },
    stop: () => clearTimeout(timer),
  };
}

/** What could not be read says so, with a button beside it: it is not tried again behind the user's back. */
function wasRead(query: Query): boolean {
  return query.state.data !== undefined;
}

/** A tab that nobody sees waits until someone does: TanStack Query then reads what is stale. */
function readNow(): 'active' | 'none' {
  return document.hidden ? 'none' : 'active';
}
