import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { paths } from '@/paths';
import { useRemoval } from '@/shared/useRemoval';
import { forgetProject, type Project, refreshProject } from './queries';

/** A project is used by its products and subscriptions. */
export function useProjectRemoval({ id, name, companyId, access }: Project) {
  const client = useQueryClient();
  return useRemoval({
    name,
    remove: () => api.delete('/project', { body: { id } }),
    restore: () => api.put('/project/restore', { body: { id } }),
    refresh: () => refreshProject(client, id),
    forget: () => forgetProject(client, id),
    // A user who moderates the project alone can not open the company's page.
    parent: access.seeCompany ? paths.companies.details(companyId) : paths.projects.list(),
    needs: 'its company',
  });
}
