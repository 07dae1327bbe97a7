import { CataloguePage } from '@/features/catalogue/CataloguePage';
import { products, subscriptions } from '@/features/catalogue/resource';
import { companies } from '@/features/companies/resource';
import { Narrowings } from '@/features/projects/project/Narrowings';
import { projects } from '@/features/projects/project/resource';
import { users } from '@/features/users/resource';
import { ListPage } from '@/resource/ListPage';
import { useAddsProjects } from '@/session/useAddsProjects';

export const CompaniesPage = () => <ListPage resource={companies} />;
export const ProductsPage = () => <CataloguePage catalogue={products} />;
export const SubscriptionsPage = () => <CataloguePage catalogue={subscriptions} />;
export const UsersPage = () => <ListPage resource={users} />;

export function ProjectsPage() {
  const { addsProjects } = useAddsProjects();
  return (
    <ListPage resource={projects} mayAdd={addsProjects ?? false}>
      <Narrowings />
    </ListPage>
  );
}
