import { productStatus } from '@/api/enumerations';
import { sortOptions, useListFilter } from '@/shared/list/listFilter';
import type { ProjectFilter } from './queries';

export function useProjectFilter(): ProjectFilter {
  const { params, filter, removed } = useListFilter(sortOptions);
  const ending = params.get('ending') ?? '';
  const status = params.get('status') ?? '';
  return {
    ...filter,
    Removed: removed,
    CompanyId: params.get('company') ?? '',
    ProductStatus: statuses.includes(status) ? status : '',
    EndingSoon: ending === 'soon',
    EndingWeek: isDay(ending) ? ending : '',
  };
}

const statuses: string[] = Object.values(productStatus).map(String);

/** What stands in an address may be anything. */
function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
