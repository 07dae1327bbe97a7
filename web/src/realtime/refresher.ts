import type { QueryClient } from '@tanstack/react-query';
import { ownChanges } from '@/api/client';
import { isStaleAfter, markStale, readAgain } from '@/api/invalidate';

/** Changes come in groups. */
const settleTime = 100;
/** However much happens, a screen is read again once a second at the most. */
const pause = 1000;

/** What the server tells of a change to everyone who may see it. */
export interface Change {
  /** Under which the server logged it. */
  seq: number;
  entity: string;
  /** A user's is the e-mail address. */
  id: string;
  action: string;
  by: string;
}

type HeardChange = Pick<Change, 'entity' | 'id'> & Partial<Change>;

interface Refresher {
  hear: (change: HeardChange) => void;
  /** Reads everything again, because changes may have been missed. */
  refreshAll: () => void;
  stop: () => void;
}

/** Has open screens read again whatever changes make stale. */
export function createRefresher(client: QueryClient): Refresher {
  let heard: HeardChange[] = [];
  let missed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;

  function schedule(): void {
    timer ??= setTimeout(flush, Math.max(settleTime, last + pause - Date.now()));
  }

  function flush(): void {
    timer = undefined;
    // Events of the page's own saves may be among these, and only the answers tell which. A page that removed its
    // record may be about to leave it.
    if (client.isMutating() > 0) {
      schedule();
      return;
    }
    last = Date.now();
    const changes = heard;
    heard = [];
    const others = changes.filter(({ seq = 0 }) => !ownChanges.has(seq));
    // A save has invalidated what its own page shows (api/invalidate.ts).
    markStale(client, isStaleAfter(changes));
    void readAgain(client, missed ? () => true : isStaleAfter(others));
    missed = false;
    for (const { seq = 0 } of changes) ownChanges.delete(seq);
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
