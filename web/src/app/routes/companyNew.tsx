import { companiesCrumb } from '@/features/companies/CompanyPage';
import { NewCompany } from '@/features/companies/NewCompany';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <>
      <PageHeader title="New company" trail={[companiesCrumb]} />
      <NewCompany />
    </>
  );
}
