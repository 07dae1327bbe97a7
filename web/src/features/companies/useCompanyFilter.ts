import { sortOptions, useListFilter } from '@/shared/list/listFilter';
import type { CompanyFilter } from './queries';

export function useCompanyFilter(): CompanyFilter {
  const { filter, removed } = useListFilter(sortOptions);
  return { ...filter, Removed: removed };
}
