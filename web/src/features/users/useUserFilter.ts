import { knownOption, useUrlParams } from '@/shared/useUrlParams';
import type { UserFilter } from './queries';

export const sortOptions = [
  { value: 'displayName', label: 'Name A to Z' },
  { value: '-displayName', label: 'Name Z to A' },
  { value: 'email', label: 'E-mail A to Z' },
  { value: '-email', label: 'E-mail Z to A' },
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
] as const;

const pageSize = 24;

/** The list's filter lives in the address: it survives a reload and can be sent to a colleague. */
export function useUserFilter() {
  const { params, page, change, hrefOfPage } = useUrlParams();
  const sort = knownOption(sortOptions, params.get('sort'));
  const filter: UserFilter = {
    PageNumber: page,
    PageSize: pageSize,
    Search: params.get('search') ?? '',
    SortBy: sort.replace('-', '') as UserFilter['SortBy'],
    SortDescending: sort.startsWith('-'),
  };
  return { filter, sort, change, hrefOfPage };
}
