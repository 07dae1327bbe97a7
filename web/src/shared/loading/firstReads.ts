import type { QueryFunction, QueryKey } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Params } from 'react-router';

interface Query<Key extends QueryKey> {
  queryKey: Key;
  queryFn?: QueryFunction<unknown, Key>;
}

export type Read<Result = void> = <Key extends QueryKey>(query: Query<Key>) => Result;

/** Reads what a page shows first. */
export type FirstReads = (read: Read, page: { params: Params; search: URLSearchParams }) => void;

/**
 * A page, with what it reads first. The router calls that as soon as the module of the page is there, so that the requests
 * are under way while the page is rendered.
 */
export type Page = ComponentType & { firstReads?: FirstReads };
