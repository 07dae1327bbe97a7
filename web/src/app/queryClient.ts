import { QueryCache, QueryClient } from '@tanstack/react-query';
import { treatReadFailure } from '@/api/client';
import { ApiError } from '@/api/errors';
import { isPageFailure } from '@/shared/readFailure';

/**
 * The cache of all server data. Nothing is retried behind the user's back: every
 * failure has its word on the screen and a button beside it.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // A refused token has been treated by the client, whoever presented it.
        if (error instanceof ApiError && !error.invalidToken && isPageFailure(query)) treatReadFailure(error);
      },
    }),
    defaultOptions: {
      queries: { retry: false, staleTime: 10_000 },
    },
  });
}
