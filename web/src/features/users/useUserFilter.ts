import { useListFilter } from '@/shared/list/listFilter';
import type { UserFilter } from './queries';

export const sortOptions = [
  { value: 'displayName', label: 'Name A to Z' },
  { value: '-displayName', label: 'Name Z to A' },
  { value: 'email', label: 'E-mail A to Z' },
  { value: '-email', label: 'E-mail Z to A' },
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
] as const;

export const shownOptions = [
  { value: 'all', label: 'All' },
  { value: 'admins', label: 'Administrators' },
] as const;

export function useUserFilter() {
  const { params, change, filter } = useListFilter(sortOptions);
  const userFilter: UserFilter = { ...filter, AdminsOnly: params.get('admins') === 'true' };
  return { filter: userFilter, change };
}
