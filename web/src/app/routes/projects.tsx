import { Plus } from 'lucide-react';
import { ExportProjects } from '@/features/projects/ExportProjects';
import { ProjectList } from '@/features/projects/ProjectList';
import { paths } from '@/paths';
import { useAddsProjects } from '@/session/useAddsProjects';
import { ButtonLink } from '@/shared/ui/Button';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  const { addsProjects } = useAddsProjects();
  return (
    <>
      <PageHeader
        title="Projects"
        actions={
          <>
            <ExportProjects />
            {addsProjects && (
              <ButtonLink look="primary" to={paths.projects.create()} icon={<Plus aria-hidden />}>
                Add New
              </ButtonLink>
            )}
          </>
        }
      />
      <ProjectList />
    </>
  );
}
