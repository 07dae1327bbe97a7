import { CompanyPage, companyTrail } from '@/features/companies/CompanyPage';
import { NewProject } from '@/features/projects/NewProject';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <CompanyPage needs="edit">
      {(company) => (
        <>
          <PageHeader title="New project" trail={companyTrail(company)} />
          <NewProject companyId={company.id} />
        </>
      )}
    </CompanyPage>
  );
}
