import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { paths } from '@/paths';
import { isolate } from '@/shared/format/isolate';
import { notify } from '@/shared/toast';
import { ButtonLink } from '@/shared/ui/Button';
import { useNavigateAfterSave } from '@/shared/useNavigateAfterSave';
import { ProjectForm, type ProjectInput } from './ProjectForm';
import { storeProject } from './queries';

/** A project of one company, or of one yet to be chosen. What was asked for on a company's page leads back there. */
export function NewProject({ companyId }: { companyId?: string }) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const parent = companyId === undefined ? paths.projects.list() : paths.companies.details(companyId);

  async function create(input: ProjectInput) {
    const project = await api.post('/project', { body: input });
    storeProject(client, project);
    notify.success(`${isolate(project.name)} is added.`);
    await navigateAfterSave(companyId === undefined ? paths.projects.details(project.id) : parent, { replace: true });
  }

  return (
    <ProjectForm
      project={{ companyId: companyId ?? '', name: '' }}
      asksCompany={companyId === undefined}
      submitLabel="Add project"
      onSubmit={create}
      actions={<ButtonLink to={parent}>Cancel</ButtonLink>}
    />
  );
}
