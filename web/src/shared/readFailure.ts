import type { Query } from '@tanstack/react-query';

/**
 * Goes with a query as its `meta` and says where the failure of its first read is told. Without it, that is the line
 * above the page. There everything is told that could not be read again, too: what is on the screen stays.
 */
type ReadMeta = { failure?: 'page' | 'place' };

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ReadMeta;
  }
}

/** For what a page is about: without it there is no page, and the whole app treats the failure (api/failures.ts). */
export const failsPage: ReadMeta = { failure: 'page' };

/** For a part of a page that says by itself that it could not be read. */
export const failsInPlace: ReadMeta = { failure: 'place' };

/** Whether a page can't be shown because this failed. What is read again or ahead of time never takes a page away. */
export function isPageFailure(query: Query<unknown, unknown>): boolean {
  return query.meta?.failure === 'page' && query.state.data === undefined && query.isActive();
}

/** Whether the line above the page tells that this failed. */
export function isUpdateFailure({ meta, state }: Query): boolean {
  return state.status === 'error' && (state.data !== undefined || meta?.failure === undefined);
}
