import { productStatus } from '@/api/enumerations';
import { knownOption, useUrlParams } from '@/shared/useUrlParams';
import type { ProjectFilter } from './queries';

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
export function useProjectFilter() {
  const { params, page, change, hrefOfPage } = useUrlParams();
  const ending = params.get('ending') ?? '';
  const sort = knownOption(sortOptions, params.get('sort'));
  const filter: ProjectFilter = {
    PageNumber: page,
    PageSize: pageSize,
    Search: params.get('search') ?? '',
    SortBy: sort.endsWith('name') ? 'name' : 'createdAt',
    SortDescending: sort.startsWith('-'),
    Removed: knownOption(removedOptions, params.get('removed')),
    CompanyId: params.get('company') ?? '',
    ProductStatus: statuses.includes(params.get('status') ?? '') ? (params.get('status') ?? '') : '',
    EndingSoon: ending === 'soon',
    EndingWeek: isDay(ending) ? ending : '',
  };
  return { filter, sort, change, hrefOfPage };
}

const statuses: string[] = Object.values(productStatus).map(String);

/** What stands in an address may be anything. */
function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
