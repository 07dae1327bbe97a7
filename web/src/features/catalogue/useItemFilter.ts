import { knownOption, useUrlParams } from '@/shared/useUrlParams';
import type { ItemFilter } from './queries';

export const sortOptions = [
  { value: 'name', label: 'Name A to Z' },
  { value: '-name', label: 'Name Z to A' },
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
] as const;

export const statusOptions = [
  { value: '', label: 'Any status' },
  { value: 'available', label: 'Available' },
  { value: 'temporarilyUnavailable', label: 'Unavailable' },
  { value: 'deprecated', label: 'Deprecated' },
] as const;

export const removedOptions = [
  { value: 'include', label: 'Removed or not' },
  { value: 'exclude', label: 'Active' },
  { value: 'only', label: 'Pending Remove' },
] as const;

export type Sort = (typeof sortOptions)[number]['value'];

const pageSize = 24;

/** The list's filter lives in the address: it survives a reload and can be sent to a colleague. */
export function useItemFilter() {
  const { params, page, change, hrefOfPage } = useUrlParams();
  const sort = knownOption(sortOptions, params.get('sort'));
  const status = knownOption(statusOptions, params.get('status'));
  const filter: ItemFilter = {
    PageNumber: page,
    PageSize: pageSize,
    Search: params.get('search') ?? '',
    CategoryName: params.get('category') ?? '',
    Status: status,
    SortBy: sort.endsWith('name') ? 'name' : 'createdAt',
    SortDescending: sort.startsWith('-'),
    Removed: knownOption(removedOptions, params.get('removed')),
  };
  return {
    filter,
    sort,
    status,
    change,
    hrefOfPage,
    /** By more than the category, which is a place of its own. */
    isFiltered: filter.Search !== '' || status !== '' || filter.Removed !== 'include',
  };
}
