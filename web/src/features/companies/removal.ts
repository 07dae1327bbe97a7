import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { paths } from '@/paths';
import { useRemoval } from '@/shared/useRemoval';
import type { Company } from './queries';

/** A company is used by its projects. */
export function useCompanyRemoval({ id, name }: Company) {
  const client = useQueryClient();
  return useRemoval({
    name,
    remove: () => api.delete('/company', { body: { id } }),
    restore: () => api.put('/company/restore', { body: { id } }),
    invalidate: (state) => invalidate(client, 'company', id, state),
    parent: paths.companies.list(),
  });
}
