import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { paths } from '@/paths';
import { useRemoval } from '@/shared/useRemoval';
import type { Project } from './queries';

/** A project is used by its products and subscriptions. */
export function useProjectRemoval({ id, name, companyId, access }: Project) {
  const client = useQueryClient();
  return useRemoval({
    name,
    remove: () => api.delete('/project', { body: { id } }),
    restore: () => api.put('/project/restore', { body: { id } }),
    invalidate: (state) => invalidate(client, 'project', id, state),
    // A user who moderates the project alone can not open the company's page.
    parent: access.seeCompany ? paths.companies.details(companyId) : paths.projects.list(),
    needs: 'its company',
  });
}
