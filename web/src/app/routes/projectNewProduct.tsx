import { NewProjectProduct } from '@/features/projects/NewProjectProduct';
import { ProjectPage, projectTrail } from '@/features/projects/ProjectPage';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <ProjectPage needs="attach">
      {(project) => (
        <>
          <PageHeader title="New product" trail={projectTrail(project)} />
          <NewProjectProduct project={project} />
        </>
      )}
    </ProjectPage>
  );
}
