import { companiesCrumb } from '@/features/companies/CompanyPage';
import { NewCompany } from '@/features/companies/NewCompany';
import { AdminsOnly } from '@/session/AdminsOnly';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <AdminsOnly title="New company">
      <PageHeader title="New company" trail={[companiesCrumb]} />
      <NewCompany />
    </AdminsOnly>
  );
}
