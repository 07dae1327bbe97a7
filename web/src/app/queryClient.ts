import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { reportPageFailure, reportReadFailure } from '@/api/client';
import { ApiError } from '@/api/errors';
import { sessionEnd } from '@/session/session';
import { isFirstRead } from '@/shared/loading/readFailure';

/**
 * The cache of all server data. Nothing is retried behind the user's back: every
 * failure has its word on the screen and a button beside it.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // A refused token has been treated by the client, whoever presented it.
        if (!(error instanceof ApiError) || error.invalidToken || !isFirstRead(query)) return;
        const where = query.meta?.failure;
        if (where === 'page' || where === 'list') reportReadFailure(error);
        if (where === 'page') reportPageFailure(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        if (error instanceof ApiError && meta?.failure === 'page') reportPageFailure(error);
      },
    }),
    defaultOptions: {
      queries: { retry: false, staleTime: 10_000 },
    },
  });
}

let ofSession: { session: AbortSignal; client: QueryClient } | undefined;

/** The cache of the present session: nothing of one user's screens may survive into another's. */
export function sessionQueryClient(): QueryClient {
  const session = sessionEnd();
  if (ofSession?.session !== session) ofSession = { session, client: createQueryClient() };
  return ofSession.client;
}
