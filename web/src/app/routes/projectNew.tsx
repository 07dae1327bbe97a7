import { NewProject } from '@/features/projects/NewProject';
import { projectsCrumb } from '@/features/projects/ProjectPage';
import { useAddsProjects } from '@/session/useAddsProjects';
import { NotAllowed } from '@/shared/ui/NotAllowed';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  const addsProjects = useAddsProjects();
  return (
    <>
      <PageHeader title="New project" trail={[projectsCrumb]} />
      {addsProjects ? <NewProject /> : <NotAllowed />}
    </>
  );
}
