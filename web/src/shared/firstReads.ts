import type { QueryFunction, QueryKey } from '@tanstack/react-query';
import type { Params } from 'react-router';

interface Query<Key extends QueryKey> {
  queryKey: Key;
  queryFn?: QueryFunction<unknown, Key>;
}

export type Read<Result = void> = <Key extends QueryKey>(query: Query<Key>) => Result;

/**
 * Reads what a page shows first. The module of a page exports it in `firstReads`, under the name of the page; the router
 * calls it as soon as the module is there, so that the requests are under way while the page is rendered.
 */
export type FirstReads = (read: Read, page: { params: Params; search: URLSearchParams }) => void;
