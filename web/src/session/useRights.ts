import { useQuery } from '@tanstack/react-query';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { failsInPlace } from '@/shared/loading/readFailure';
import { useAccount } from './useAccount';

/** Whether the user may see cost somewhere; undefined until that is known. */
export function useSeesCost(isNeeded = true): boolean | undefined {
  const { isAdmin, isClient } = useAccount();
  const { data } = useQuery({
    queryKey: [...queryKeys.projectSubscriptions, 'seesCost'],
    meta: failsInPlace,
    queryFn: async ({ signal }) => {
      const { totals } = await api.list('/project/subscription', { query: { PageSize: 1 }, signal });
      return (totals as { cost: number | null }).cost !== null;
    },
    enabled: isNeeded && !isAdmin && isClient,
  });
  return isAdmin || (isClient ? data : false);
}

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
