import { useQueryClient } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';
import { removalResult, restoreResult } from '@/api/enumerations';
import { paths } from '@/paths';
import { useAction } from '@/shared/forms/useAction';
import { notify } from '@/shared/toast';
import { useLeadOn } from '@/shared/useLeadOn';
import { forgetProject, type Project, refreshProject } from './queries';

/** The page above a project; who moderates the project alone can not open the company's. */
function parentPath({ companyId, access }: Project): string {
  return access.seeCompany ? paths.companies.details(companyId) : paths.projects.list();
}

/** Removes a project: one with items stays, marked, until they are gone; any other is gone at once, with an Undo. */
export function useRemoveProject(project: Project) {
  const client = useQueryClient();
  const leadOn = useLeadOn();
  const restore = useRestoreProject(project);
  return useAction(async () => {
    const result = await api.delete('/project', { body: { id: project.id } });
    if (result === removalResult.RequireFinalization) {
      await refreshProject(client, project.id);
      return;
    }
    forgetProject(client, project.id);
    if (result === removalResult.Removed) {
      notify.success(`${project.name} is removed.`, { label: 'Undo', run: () => void restore.run() });
    }
    await leadOn(parentPath(project));
  });
}

export function useRestoreProject(project: Project) {
  const client = useQueryClient();
  const leadOn = useLeadOn();
  const { id, name } = project;
  return useAction(async () => {
    const result = await api.put('/project/restore', { body: { id } });
    tellRestored(result, name, 'its company');
    if (result === restoreResult.Restored) {
      await refreshProject(client, id);
    } else if (result === restoreResult.NotFound) {
      forgetProject(client, id);
      await leadOn(parentPath(project));
    }
  });
}

/** Tells how a restore ended; parents are what it can not be without. */
export function tellRestored(result: AnswerOf<'/project/restore', 'put'>, name: string, parents: string): void {
  if (result === restoreResult.Restored) notify.success(`${name} is restored.`);
  else if (result === restoreResult.NotFound) notify.error(`${name} is gone and can not be restored.`);
  else notify.error(`${name} can not be restored while ${parents} is removed.`);
}
