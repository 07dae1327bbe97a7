import { Plus } from 'lucide-react';
import { CataloguePage } from '@/features/catalogue/CataloguePage';
import { products, subscriptions } from '@/features/catalogue/resource';
import { companies } from '@/features/companies/resource';
import { ExportProjects } from '@/features/projects/ExportProjects';
import { ProjectList } from '@/features/projects/ProjectList';
import { users } from '@/features/users/resource';
import { paths } from '@/paths';
import { ListPage } from '@/resource/ListPage';
import { useAddsProjects } from '@/session/useAddsProjects';
import { CommandLink } from '@/shared/commands';
import { PageHeader } from '@/shared/ui/PageHeader';

export const CompaniesPage = () => <ListPage resource={companies} />;

export function ProjectsPage() {
  const { addsProjects } = useAddsProjects();
  return (
    <>
      <PageHeader
        title="Projects"
        actions={
          <>
            <ExportProjects />
            {addsProjects && <AddNew to={paths.projects.create()} />}
          </>
        }
      />
      <ProjectList />
    </>
  );
}

export const UsersPage = () => <ListPage resource={users} />;

export function ProductsPage() {
  return <CataloguePage catalogue={products} />;
}

export function SubscriptionsPage() {
  return <CataloguePage catalogue={subscriptions} />;
}

function AddNew({ to }: { to: string }) {
  return (
    <CommandLink command="new" look="primary" to={to} icon={<Plus aria-hidden />}>
      Add New
    </CommandLink>
  );
}
