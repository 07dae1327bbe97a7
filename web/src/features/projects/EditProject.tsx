import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '@/api/client';
import { paths } from '@/paths';
import { ButtonLink } from '@/shared/ui/Button';
import { ProjectForm, type ProjectInput } from './ProjectForm';
import { type Project, storeProject } from './queries';

export function EditProject({ project }: { project: Project }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const details = paths.projects.details(project.id);

  async function save({ name }: ProjectInput, version = project.version) {
    storeProject(client, await api.put('/project', { body: { id: project.id, name, version } }));
    await navigate(details, { replace: true });
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
