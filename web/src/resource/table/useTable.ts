import { useMemo } from 'react';
import { queryString } from '@/api/client';
import { useOwnFields } from '@/own/fields';
import { messages } from '@/resource/messages';
import { type Resource, recordPages, type Shape } from '@/resource/resource';
import { useList } from '@/resource/useList';
import { useAccount } from '@/session/useAccount';
import { costsSeen } from '@/shared/format/money';
import { useChosenColumns } from '@/shared/grid/useChosenColumns';
import { usePage } from '@/shared/list/pages';
import { knownOption, useUrlParams } from '@/shared/navigation/useUrlParams';
import { ownColumns, tableColumns } from './columns';
import type { ListTotals } from './figures';

/** The table of a list: its rows and sums as the server has them, its columns as the address or the user's memory has them. */
export function useTable<S extends Shape>(resource: Resource<S>) {
  const { isAdmin } = useAccount();
  const { params, change } = useUrlParams();
  const { query, order } = useList(resource);
  const comparison = resource.countsProjects ? knownOption(comparisons, params.get('compare')) : '';
  const comparedAt = comparison === '' ? undefined : monthsAgo(Number(comparison));
  const pages = recordPages(resource, comparedAt ? { ...query, ComparedAt: comparedAt } : query);
  const { data, isPlaceholderData } = usePage(pages, 1);
  const totals = data?.totals as ListTotals | undefined;
  const seen = isAdmin || !data ? 'all' : costsSeen(data.data.map(costOf), data.pagination.totalItems);
  const own = useOwnFields(resource.kind);
  const offered = useMemo(
    () => [...tableColumns(resource, totals ?? {}, seen, comparedAt), ...ownColumns<S['row']>(own)],
    [resource, totals, seen, comparedAt, own],
  );
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
    comparison,
    ...columns,
  };
}

const costOf = (row: { figures?: { monthlyCost: number | null } | null }) => row.figures?.monthlyCost;

/** With what the figures of companies can be compared, in months. The first compares nothing. */
export const comparisons = [
  { value: '', label: messages.comparisons.none },
  { value: '1', label: messages.comparisons.month },
  { value: '3', label: messages.comparisons.quarter },
  { value: '12', label: messages.comparisons.year },
] as const;

/** The end of the same day so many months ago, or of the last day of that month. */
function monthsAgo(months: number, now = new Date()): string {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(now.getUTCDate(), lastDay), 23, 59, 59)).toISOString();
}

/** Without the order of the list and what else is asked for. */
function filterOf(query: object): object {
  const isOther = (name: string) => /^(SortBy|SortDescending|Include)$/.test(name);
  return Object.fromEntries(Object.entries(query).filter(([name]) => !isOther(name)));
}
