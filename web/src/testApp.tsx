import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, type ReactNode, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { failsPage } from '@/shared/loading/readFailure';
import { RouterContext } from '@/shared/navigation/useUrlParams';
import { queryKeys } from './api/queryKeys';
import { serve } from './testServer';

/** A fresh cache around parts that need one, as the app has it around everything. */
export function FreshCache({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient());
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/**
 * Renders a screen at an address, with a fresh cache; any other address shows its own path. A pattern is needed where
 * the screen reads parameters from the address. Lists have no own fields, unless some are given.
 */
export function renderAt(path: string, element: ReactElement, pattern?: string, ownFields: object[] = []) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(queryKeys.fields, ownFields);
  const pathname = path.split('?')[0] ?? path;
  const router = createMemoryRouter(
    [
      { path: pattern ?? pathname, element },
      { path: '*', element: <p>another page</p> },
    ],
    { initialEntries: [path] },
  );
  render(
    <QueryClientProvider client={client}>
      <RouterContext value={router}>
        <RouterProvider router={router} />
      </RouterContext>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), router, client };
}

/** Whether the whole app treats a failure of the last action: a 404 or 500 of it takes the page. */
export function lastActionTakesPage(client: QueryClient): boolean {
  const last = client.getMutationCache().getAll().at(-1);
  return last?.state.status === 'error' && last.meta?.failure === failsPage.failure;
}

/** Has all that is shown read again from a server that fails, and waits until that is drawn. */
export async function failToReadAgain(client: QueryClient): Promise<void> {
  serve({});
  await act(async () => {
    await client.refetchQueries();
    // The cache tells the screens in a task of its own.
    await new Promise((resolve) => setTimeout(resolve));
  });
}
