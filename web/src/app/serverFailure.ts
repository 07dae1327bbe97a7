import { useSyncExternalStore } from 'react';
import type { ServerFailure } from '@/api/failures';

/** The error that the server-error page tells about; empty after a reload. */
let failure: ServerFailure | null = null;
const listeners = new Set<() => void>();

export function storeServerFailure(latest: ServerFailure): void {
  failure = latest;
  for (const listener of listeners) listener();
}

export function useServerFailure(): ServerFailure | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => failure,
  );
}
