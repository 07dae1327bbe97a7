import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { useHasLeft } from './useHasLeft';

/** Filters and pages live in the address. A change of anything but the page leads back to the first one. */
export function useUrlParams() {
  const [params, setParams] = useSearchParams();
  const hasLeft = useHasLeft();

  const change = useCallback(
    (changes: Record<string, string | undefined>) => {
      if (hasLeft()) return;
      setParams((old) => changed(old, { page: undefined, ...changes }), { replace: true, preventScrollReset: true });
    },
    [setParams, hasLeft],
  );
  const hrefOfPage = (page: number) => `?${changed(params, { page: page === 1 ? undefined : String(page) })}`;

  return { params, page: positive(params.get('page')), change, hrefOfPage };
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
function positive(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** The option that an address names; it may name anything, then the first one holds. */
export function knownOption<T extends string>(
  options: readonly [{ value: T }, ...{ value: T }[]],
  text: string | null,
): T {
  return (options.find(({ value }) => value === text) ?? options[0]).value;
}
