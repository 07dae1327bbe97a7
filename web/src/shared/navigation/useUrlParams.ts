import { createContext, use, useCallback } from 'react';
import { type DataRouter, useHref, useLocation, useSearchParams } from 'react-router';

/** The router itself, which knows where it is going before React has rendered that. */
export const RouterContext = createContext<DataRouter | null>(null);

/** Filters and pages live in the address. A change of anything but the page leads back to the first one. */
export function useUrlParams() {
  const [params] = useSearchParams();
  // With the base path, as the router has it.
  const here = useHref(useLocation().pathname);
  const router = use(RouterContext);

  const change = useCallback(
    (changes: Record<string, string | undefined>) => {
      if (!router) return;
      // What is rendered lags behind the router: a choice and a search that waited for its pause may come at once, and
      // neither may undo the other, nor lead those back who are on their way to another page.
      const { pathname, search } = router.state.navigation.location ?? router.state.location;
      if (pathname !== here) return;
      const next = changed(new URLSearchParams(search), { page: undefined, ...changes });
      void router.navigate(`?${next}`, { replace: true, preventScrollReset: true });
    },
    [router, here],
  );
  const hrefOfPage = (page: number) => `?${changed(params, { page: page === 1 ? undefined : String(page) })}`;

  return { params, page: pageOf(params), change, hrefOfPage };
}

function changed(params: URLSearchParams, changes: Record<string, string | undefined>): URLSearchParams {
  const result = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value) result.set(name, value);
    else result.delete(name);
  }
  return result;
}

/** What stands in an address may be anything. */
export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page'));
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** The option that an address names; it may name anything, then the first one holds. */
export function knownOption<T extends string>(
  options: readonly [{ value: T }, ...{ value: T }[]],
  text: string | null,
): T {
  return (options.find(({ value }) => value === text) ?? options[0]).value;
}
