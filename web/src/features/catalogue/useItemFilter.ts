import { sortOptions, useListFilter } from '@/shared/list/listFilter';
import { knownOption } from '@/shared/useUrlParams';
import type { ItemFilter } from './queries';

export const statusOptions = [
  { value: '', label: 'Any status' },
  { value: 'available', label: 'Available' },
  { value: 'temporarilyUnavailable', label: 'Unavailable' },
  { value: 'deprecated', label: 'Deprecated' },
] as const;

export function useItemFilter() {
  const { params, change, filter, removed } = useListFilter(sortOptions);
  const status = knownOption(statusOptions, params.get('status'));
  const CategoryName = params.get('category') ?? '';
  const itemFilter: ItemFilter = { ...filter, CategoryName, Status: status, Removed: removed };
  return { filter: itemFilter, status, change };
}
