import { Plus } from 'lucide-react';
import { ExportProjects } from '@/features/projects/ExportProjects';
import { ProjectList } from '@/features/projects/ProjectList';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { ButtonLink } from '@/shared/ui/Button';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  const { isAdmin } = useAccount();
  return (
    <>
      <PageHeader
        title="Projects"
        actions={
          <>
            <ExportProjects />
            {/* Others may add projects to some companies only: those offer it on their own pages. */}
            {isAdmin && (
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
