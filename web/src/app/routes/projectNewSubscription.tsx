import { NewProjectSubscription } from '@/features/projects/NewProjectSubscription';
import { ProjectPage, projectTrail } from '@/features/projects/ProjectPage';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <ProjectPage needs="attach">
      {(project) => (
        <>
          <PageHeader title="New subscription" trail={projectTrail(project)} />
          <NewProjectSubscription project={project} />
        </>
      )}
    </ProjectPage>
  );
}
