import { companies } from '@/records/company/resource';
import { FieldFilters } from '@/resource/FieldFilters';
import { ListPage } from '@/resource/ListPage';
import { readsOfList } from '@/resource/resource';

export const CompaniesPage = () => (
  <ListPage resource={companies}>
    <FieldFilters resource={companies} />
  </ListPage>
);
CompaniesPage.firstReads = readsOfList(companies);
