import { useQuery } from '@tanstack/react-query';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { useAccount } from './useAccount';

/** Whether there is a company that the user may add projects to: Owners and Managers may, in theirs. */
export function useAddsProjects(): boolean {
  const { isAdmin, isClient } = useAccount();
  const { data } = useQuery({
    queryKey: [...queryKeys.companyLists, 'editable'],
    queryFn: async ({ signal }) => {
      const query = { Editable: true, Removed: 'exclude', PageSize: 1 } as const;
      return (await api.get('/company', { query, signal })).length > 0;
    },
    enabled: !isAdmin && isClient,
  });
  return isAdmin || data === true;
}
