import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { failsList } from '@/shared/loading/readFailure';

/** A list as the server gives it: page by page. */
export interface Pages<Row> {
  /** Of the list and its filter; every page is kept under it. */
  queryKey: QueryKey;
  load: (page: { PageNumber: number; PageSize: number }, signal: AbortSignal) => Promise<Page<Row>>;
}

interface Page<Row> {
  data: Row[];
  pagination: { totalItems: number };
  /** Sums over all pages, where the list has them. */
  totals?: unknown;
}

/** Whole rows of the grid fit into a page, be they of one, two or three cards. */
export const pageSize = 24;

export function pageQuery<Row>({ queryKey, load }: Pages<Row>, page: number) {
  return queryOptions({
    queryKey: [...queryKey, page],
    meta: failsList,
    queryFn: ({ signal }) => load({ PageNumber: page, PageSize: pageSize }, signal),
  });
}

export function usePage<Row>(pages: Pages<Row>, page: number, enabled = true) {
  return useQuery({ ...pageQuery(pages, page), placeholderData: keepPreviousData, enabled });
}

const passing = 80;

/**
 * Whether a page in sight is worth a request. One that continues what is there already is asked for at once; after a
 * jump it has to stay in sight for a moment, so that dragging the scrollbar to the end does not load all on the way.
 */
export function useIsWanted({ queryKey }: Pages<unknown>, page: number): boolean {
  const client = useQueryClient();
  const name = JSON.stringify([queryKey, page]);
  const [stayed, setStayed] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setStayed(name), passing);
    return () => clearTimeout(timer);
  }, [name]);
  const isThere = (one: number) => client.getQueryData([...queryKey, one]) !== undefined;
  return stayed === name || [page - 1, page, page + 1].some(isThere);
}

/** A row of the list that has been loaded, by its number from 0. */
export function rowAt<Row>(client: QueryClient, pages: Pages<Row>, index: number): Row | undefined {
  const { queryKey } = pageQuery(pages, Math.floor(index / pageSize) + 1);
  return client.getQueryData<Page<Row>>(queryKey)?.data[index % pageSize];
}

/** As many as the server gives at once. */
const largestPage = 200;

/** The rows from one number to another, both included: those that are loaded, else all of them anew. */
export function rowsBetween<Row>(
  client: QueryClient,
  pages: Pages<Row>,
  first: number,
  last: number,
): Row[] | Promise<Row[]> {
  const loaded: Row[] = [];
  for (let index = first; index <= last; index += 1) {
    const row = rowAt(client, pages, index);
    if (row === undefined) return loadRows(pages, first, last);
    loaded.push(row);
  }
  return loaded;
}

/** The rows from one number to another, both included, in as few calls as it takes. */
export async function loadRows<Row>({ load }: Pick<Pages<Row>, 'load'>, first: number, last: number): Promise<Row[]> {
  const rows: Row[] = [];
  const [from, to] = [Math.floor(first / largestPage), Math.floor(last / largestPage)];
  for (let page = from; page <= to; page += 1) {
    const { data } = await load({ PageNumber: page + 1, PageSize: largestPage }, new AbortController().signal);
    rows.push(...data);
  }
  return rows.slice(first - from * largestPage, last + 1 - from * largestPage);
}
