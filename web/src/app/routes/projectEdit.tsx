import { EditProject } from '@/features/projects/EditProject';
import { ProjectPage, projectTrail } from '@/features/projects/ProjectPage';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <ProjectPage needs="edit">
      {(project) => (
        <>
          <PageHeader title="Edit project" trail={projectTrail(project)} />
          <EditProject project={project} />
        </>
      )}
    </ProjectPage>
  );
}
