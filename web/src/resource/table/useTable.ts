import { useMemo } from 'react';
import { queryString } from '@/api/client';
import { type Resource, recordPages, type Shape } from '@/resource/resource';
import { useList } from '@/resource/useList';
import { useAccount } from '@/session/useAccount';
import { useChosenColumns } from '@/shared/grid/useChosenColumns';
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
  const columns = useChosenColumns(resource.kind, offered);

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
    ...columns,
  };
}

/** Without the order of the list and what else is asked for. */
function filterOf(query: object): object {
  const isOther = (name: string) => /^(SortBy|SortDescending|Include)$/.test(name);
  return Object.fromEntries(Object.entries(query).filter(([name]) => !isOther(name)));
}
