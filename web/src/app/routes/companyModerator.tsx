import { CompanyPage, companyTrail } from '@/features/companies/CompanyPage';
import { PageHeader } from '@/shared/ui/PageHeader';

/** Empty by specification: everything about a moderator stands on the company's page. */
export function Component() {
  return <CompanyPage>{(company) => <PageHeader title="Moderator" trail={companyTrail(company)} />}</CompanyPage>;
}
