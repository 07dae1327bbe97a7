import type { ReactNode } from 'react';
import { CompanyAddress } from '@/features/companies/CompanyAddress';
import { CompanyPage, companiesCrumb, companyTrail } from '@/features/companies/CompanyPage';
import { EditCompany } from '@/features/companies/EditCompany';
import { NewCompany } from '@/features/companies/NewCompany';
import type { Company } from '@/features/companies/queries';
import { NewModerator } from '@/features/moderators/NewModerator';
import { NewProject } from '@/features/projects/NewProject';
import { AdminsOnly } from '@/session/AdminsOnly';
import { PageHeader } from '@/shared/ui/PageHeader';

export function NewCompanyPage() {
  return (
    <AdminsOnly title="New company">
      <PageHeader title="New company" trail={[companiesCrumb]} />
      <NewCompany />
    </AdminsOnly>
  );
}

export function EditCompanyPage() {
  return (
    <Subpage title="Edit company" needs="edit">
      {(company) => <EditCompany company={company} />}
    </Subpage>
  );
}

export function CompanyAddressPage() {
  return (
    <Subpage title="Head address" needs="edit">
      {(company) => <CompanyAddress company={company} />}
    </Subpage>
  );
}

export function NewCompanyProjectPage() {
  return (
    <Subpage title="New project" needs="edit">
      {({ id }) => <NewProject companyId={id} />}
    </Subpage>
  );
}

export function NewCompanyModeratorPage() {
  return (
    <Subpage title="New moderator" needs="manageModerators">
      {(company) => <NewModerator of={{ kind: 'company', ...company }} />}
    </Subpage>
  );
}

/** Empty by specification: the company's page shows everything about a moderator. */
export function CompanyModeratorPage() {
  return <Subpage title="Moderator">{() => null}</Subpage>;
}

interface SubpageProps {
  title: string;
  needs?: 'edit' | 'manageModerators';
  children: (company: Company) => ReactNode;
}

function Subpage({ title, needs, children }: SubpageProps) {
  return (
    <CompanyPage {...(needs && { needs })}>
      {(company) => (
        <>
          <PageHeader title={title} trail={companyTrail(company)} />
          {children(company)}
        </>
      )}
    </CompanyPage>
  );
}
