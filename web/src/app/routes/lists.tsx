import { CataloguePage } from '@/features/catalogue/CataloguePage';
import { categoriesQuery } from '@/features/catalogue/categories';
import { type Catalogue, type ItemShape, products, subscriptions } from '@/features/catalogue/resource';
import { companies } from '@/features/companies/resource';
import { Narrowings } from '@/features/projects/project/Narrowings';
import { projects } from '@/features/projects/project/resource';
import { users } from '@/features/users/resource';
import { FieldFilters } from '@/resource/FieldFilters';
import { ListPage } from '@/resource/ListPage';
import { firstPageQuery, type Resource, type Shape } from '@/resource/resource';
import { useAddsProjects } from '@/session/rights';
import type { FirstReads } from '@/shared/firstReads';

function readsOf<S extends Shape>(list: Resource<S>): FirstReads {
  return (read, { search }) => read(firstPageQuery(list, search));
}

function readsOfCatalogue<S extends ItemShape>(catalogue: Catalogue<S>): FirstReads {
  return (read, page) => {
    read(categoriesQuery(catalogue));
    readsOf(catalogue)(read, page);
  };
}

/** Users are left out: others than administrators may not read them. */
export const firstReads = {
  CompaniesPage: readsOf(companies),
  ProjectsPage: readsOf(projects),
  ProductsPage: readsOfCatalogue(products),
  SubscriptionsPage: readsOfCatalogue(subscriptions),
};

export const CompaniesPage = () => (
  <ListPage resource={companies}>
    <FieldFilters resource={companies} />
  </ListPage>
);
export const ProductsPage = () => <CataloguePage catalogue={products} />;
export const SubscriptionsPage = () => <CataloguePage catalogue={subscriptions} />;
export const UsersPage = () => <ListPage resource={users} />;

export function ProjectsPage() {
  const { addsProjects } = useAddsProjects();
  return (
    <ListPage resource={projects} mayAdd={addsProjects ?? 'unknown'}>
      <Narrowings />
    </ListPage>
  );
}
