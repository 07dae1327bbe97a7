import { CompanyPage, companyTrail } from '@/features/companies/CompanyPage';
import { EditCompany } from '@/features/companies/EditCompany';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <CompanyPage needs="edit">
      {(company) => (
        <>
          <PageHeader title="Edit company" trail={companyTrail(company)} />
          <EditCompany company={company} />
        </>
      )}
    </CompanyPage>
  );
}
