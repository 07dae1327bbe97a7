import { CompanyAddress } from '@/features/companies/CompanyAddress';
import { CompanyPage, companyTrail } from '@/features/companies/CompanyPage';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <CompanyPage needs="edit">
      {(company) => (
        <>
          <PageHeader title="Head address" trail={companyTrail(company)} />
          <CompanyAddress company={company} />
        </>
      )}
    </CompanyPage>
  );
}
