import { NewProject } from '@/features/projects/NewProject';
import { projectsCrumb } from '@/features/projects/ProjectPage';
import { useAddsProjects } from '@/session/useAddsProjects';
import { NotAllowed } from '@/shared/ui/NotAllowed';
import { PageHeader } from '@/shared/ui/PageHeader';
import { PendingPage } from '@/shared/ui/PendingPage';

const header = { title: 'New project', trail: [projectsCrumb] };

export function Component() {
  const { addsProjects, query } = useAddsProjects();
  if (addsProjects === undefined) return <PendingPage {...header} isForm query={query} />;
  return (
    <>
      <PageHeader {...header} />
      {addsProjects ? <NewProject /> : <NotAllowed />}
    </>
  );
}
