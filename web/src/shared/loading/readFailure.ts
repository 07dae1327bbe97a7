import type { Query } from '@tanstack/react-query';

/**
 * The `meta` of a query: where the failure of its first read is told. Without it, that is the line above the page. That
 * line also tells of everything that could not be read again: what is on the screen stays. A mutation whose failure
 * takes the page has it too.
 */
type FailureMeta = { failure?: 'page' | 'list' | 'place' };

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta;
    mutationMeta: FailureMeta;
  }
}

/** For a page's own record: a 404 or 500 leads to an error page (api/errors.ts). */
export const failsPage: FailureMeta = { failure: 'page' };

/**
 * For a list that says by itself that it could not be read, in words of its own. The app tells besides of an answer that did
 * not come, or not in time.
 */
export const failsList: FailureMeta = { failure: 'list' };

/** For a part of a page that says by itself that it could not be read. */
export const failsInPlace: FailureMeta = { failure: 'place' };

/** Whether somebody waits for what failed: it is no refresh of what is shown, and was not read ahead of time. */
export function isFirstRead(query: Query<unknown, unknown>): boolean {
  return query.state.data === undefined && query.isActive();
}

/** Whether the line above the page tells that this failed. */
export function isUpdateFailure({ meta, state }: Query): boolean {
  return state.status === 'error' && (state.data !== undefined || meta?.failure === undefined);
}
