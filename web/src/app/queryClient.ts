import { QueryClient } from '@tanstack/react-query';

/**
 * The cache of all server data. Nothing is retried behind the user's back: every
 * failure has its word on the screen (api/failures.ts) and a button beside it.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 10_000 },
    },
  });
}
