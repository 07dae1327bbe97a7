import { availability } from '@/api/enumerations';
import { optionLabel } from '@/api/optionLabel';
import { sortOptions, useListFilter } from '@/shared/list/listFilter';
import { knownOption } from '@/shared/useUrlParams';
import type { ItemFilter } from './queries';

export const statusOptions = [
  { value: '', label: 'Any status' },
  ...Object.keys(availability).map((key) => ({ value: key, label: optionLabel(key) })),
] as const;

export function useItemFilter() {
  const { params, change, filter, removed } = useListFilter(sortOptions);
  const status = knownOption(statusOptions, params.get('status'));
  const CategoryName = params.get('category') ?? '';
  const itemFilter: ItemFilter = { ...filter, CategoryName, Status: status, Removed: removed };
  return { filter: itemFilter, status, change };
}
