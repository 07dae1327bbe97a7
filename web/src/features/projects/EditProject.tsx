import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { paths } from '@/paths';
import { isolate } from '@/shared/format/isolate';
import { notify } from '@/shared/toast';
import { ButtonLink } from '@/shared/ui/Button';
import { useNavigateAfterSave } from '@/shared/useNavigateAfterSave';
import { ProjectForm, type ProjectInput } from './ProjectForm';
import { type Project, storeProject } from './queries';

export function EditProject({ project }: { project: Project }) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const details = paths.projects.details(project.id);

  async function save({ companyId: _stays, ...fields }: ProjectInput, version = project.version) {
    const saved = await api.put('/project', { body: { id: project.id, ...fields, version } });
    storeProject(client, saved);
    notify.success(`${isolate(saved.name)} is saved.`);
    await navigateAfterSave(details, { replace: true });
  }

  return (
    <ProjectForm
      project={project}
      editing={project}
      submitLabel="Save"
      onSubmit={save}
      actions={<ButtonLink to={details}>Cancel</ButtonLink>}
    />
  );
}
