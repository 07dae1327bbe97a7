import { useQuery } from '@tanstack/react-query';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { failsInPlace } from '@/shared/readFailure';
import { useAccount } from './useAccount';

/** Whether there is a company that the user may add projects to: Owners and Managers may, in theirs. */
export function useAddsProjects() {
  const { isAdmin, isClient } = useAccount();
  const depends = !isAdmin && isClient;
  const query = useQuery({
    queryKey: [...queryKeys.companyLists, 'editable'],
    meta: failsInPlace,
    queryFn: async ({ signal }) => {
      const filter = { Editable: true, Removed: 'exclude', PageSize: 1 } as const;
      return (await api.get('/company', { query: filter, signal })).length > 0;
    },
    enabled: depends,
  });
  return { addsProjects: depends ? query.data : isAdmin, query };
}
