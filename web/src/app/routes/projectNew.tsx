import { NewProject } from '@/features/projects/NewProject';
import { projectsCrumb } from '@/features/projects/ProjectPage';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <>
      <PageHeader title="New project" trail={[projectsCrumb]} />
      <NewProject />
    </>
  );
}
