import { useMemo } from 'react';
import { queryString } from '@/api/client';
import { useList } from '@/resource/ListPage';
import { type Resource, recordPages, type Shape } from '@/resource/resource';
import { useAccount } from '@/session/useAccount';
import { type ChosenColumn, readColumns, writeColumns } from '@/shared/grid/columns';
import { columnsOf, rememberLook } from '@/shared/list/listLook';
import { usePage } from '@/shared/list/pages';
import { useUrlParams } from '@/shared/useUrlParams';
import { tableColumns } from './columns';
import type { ListTotals } from './figures';

/** The table of a list: its rows and sums as the server has them, its columns as the address or the user's memory has them. */
export function useTable<S extends Shape>(resource: Resource<S>) {
  const { isAdmin } = useAccount();
  const { params, change } = useUrlParams();
  const { query, order } = useList(resource);
  const pages = recordPages(resource, query);
  const { data, isPlaceholderData } = usePage(pages, 1);
  const totals = data?.totals as ListTotals | undefined;
  const offered = useMemo(() => tableColumns(resource, totals ?? {}, isAdmin), [resource, totals, isAdmin]);
  const named = columnsOf(resource.kind, params);
  const chosen = useMemo(() => readColumns(offered, named), [offered, named]);

  /** Of no columns, those that are shown unless chosen otherwise. */
  function choose(next: readonly ChosenColumn[]): void {
    const text = next.length === 0 ? undefined : writeColumns(offered, next);
    rememberLook(resource.kind, { columns: text });
    change({ columns: text });
  }

  return {
    params,
    change,
    query,
    /** What narrows the list, as the query string of its call. */
    filter: queryString(filterOf(query)),
    order,
    pages,
    total: data?.pagination.totalItems,
    isOld: isPlaceholderData,
    offered,
    named,
    chosen,
    choose,
  };
}

/** Without the order of the list and what else is asked for. */
function filterOf(query: object): object {
  const isOther = (name: string) => /^(SortBy|SortDescending|Include)$/.test(name);
  return Object.fromEntries(Object.entries(query).filter(([name]) => !isOther(name)));
}
