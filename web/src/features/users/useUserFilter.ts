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

export function useUserFilter(): UserFilter {
  return useListFilter(sortOptions).filter;
}
