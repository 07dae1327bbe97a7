import type { ServerFailure } from '@/api/failures';
import { createStore } from '@/shared/store';

/** The error that the server-error page tells about; none after a reload. */
export const serverFailure = createStore<ServerFailure | null>(null);
