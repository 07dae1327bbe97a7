import { NewModerator } from '@/features/moderators/NewModerator';
import { ProjectPage, projectTrail } from '@/features/projects/ProjectPage';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <ProjectPage needs="manageModerators">
      {(project) => (
        <>
          <PageHeader title="New moderator" trail={projectTrail(project)} />
          <NewModerator of={{ kind: 'project', ...project }} />
        </>
      )}
    </ProjectPage>
  );
}
