import { matchQuery, type Query, type QueryClient } from '@tanstack/react-query';
import { ownWrites } from '@/api/ownWrites';
import { type Changed, staleKeys } from './staleKeys';

/** Changes come in groups. */
const settleTime = 100;
/** However much happens, a screen is read again once a second at the most. */
const pause = 1000;

interface Refresher {
  hear: (change: Changed) => void;
  /** Changes may have been missed. */
  refreshAll: () => void;
  stop: () => void;
}

type Concerned = (query: Query) => boolean;

/** Has open screens read again what changes name; what is not on the screen is read when it comes there. */
export function createRefresher(client: QueryClient): Refresher {
  let heard: Changed[] = [];
  let missed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;

  function schedule(): void {
    timer ??= setTimeout(flush, Math.max(settleTime, last + pause - Date.now()));
  }

  function flush(): void {
    timer = undefined;
    // Their events may be among these, and only the answers tell which; a page may be about to leave what is gone.
    if (ownWrites.underWay > 0) {
      schedule();
      return;
    }
    last = Date.now();
    const changes = heard;
    heard = [];
    const others = changes.filter(({ seq = 0 }) => !ownWrites.logged.has(seq));
    // The screen that made a change has taken it over already.
    invalidate(concernedBy(changes), 'none');
    refresh(missed ? everything : concernedBy(others));
    missed = false;
    for (const { seq = 0 } of changes) ownWrites.logged.delete(seq);
  }

  /** All changes at once: a query that two of them concern is to be read once. */
  function concernedBy(changes: Changed[]): Concerned {
    const keys = changes.flatMap(staleKeys);
    return (query) => keys.some((queryKey) => matchQuery({ queryKey }, query));
  }

  function refresh(concerned: Concerned): void {
    // The answer of a first read under way may be older than the change. Other reads are started anew by invalidating.
    for (const query of client.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: concerned })) {
      if (!wasRead(query)) query.promise?.then(() => invalidate((other) => other === query, readNow()), ignore);
    }
    invalidate(concerned, readNow());
  }

  function invalidate(concerned: Concerned, refetchType: 'active' | 'none'): void {
    void client.invalidateQueries({ predicate: (query) => wasRead(query) && concerned(query), refetchType });
  }

  return {
    hear(change) {
      heard.push(change);
      schedule();
    },
    refreshAll() {
      missed = true;
      schedule();
    },
    stop: () => clearTimeout(timer),
  };
}

function everything(): boolean {
  return true;
}

/** What could not be read says so, with a button beside it: it is not tried again behind the user's back. */
function wasRead(query: Query): boolean {
  return query.state.data !== undefined;
}

/** A tab that nobody sees waits until someone does: TanStack Query then reads what is stale. */
function readNow(): 'active' | 'none' {
  return document.hidden ? 'none' : 'active';
}

/** What could not be read has said so itself. */
function ignore(): void {}
