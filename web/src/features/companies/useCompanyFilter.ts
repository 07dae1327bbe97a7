import { useUrlParams } from '@/shared/useUrlParams';
import type { CompanyFilter } from './queries';

export const sortOptions = [
  { value: 'name', label: 'Name A to Z' },
  { value: '-name', label: 'Name Z to A' },
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
] as const;

export const removedOptions = [
  { value: 'include', label: 'All' },
  { value: 'exclude', label: 'Active' },
  { value: 'only', label: 'Pending Remove' },
] as const;

export type Sort = (typeof sortOptions)[number]['value'];

const pageSize = 24;

/** The list's filter lives in the address: it survives a reload and can be sent to a colleague. */
export function useCompanyFilter() {
  const { params, page, change, hrefOfPage } = useUrlParams();
  const sort = known(sortOptions, params.get('sort'));
  const filter: CompanyFilter = {
    PageNumber: page,
    PageSize: pageSize,
    Search: params.get('search') ?? '',
    SortBy: sort.endsWith('name') ? 'name' : 'createdAt',
    SortDescending: sort.startsWith('-'),
    Removed: known(removedOptions, params.get('removed')),
  };
  return { filter, sort, change, hrefOfPage, isFiltered: filter.Search !== '' || filter.Removed !== 'include' };
}

/** What stands in an address may be anything: then the first option holds. */
function known<T extends string>(options: readonly [{ value: T }, ...{ value: T }[]], text: string | null): T {
  return (options.find(({ value }) => value === text) ?? options[0]).value;
}
