import type { ServerFailure } from '@/api/failures';
import { createStore } from '@/shared/store';

interface PageFailure extends ServerFailure {
  /** Of the page that it took away. */
  path: string;
}

/** The error that the server-error page tells about; none after a reload. */
export const serverFailure = createStore<PageFailure | null>(null);
