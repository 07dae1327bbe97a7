import type { ReactNode } from 'react';
import { CompanyActions } from '@/features/companies/CompanyActions';
import { CompanyAddress } from '@/features/companies/CompanyAddress';
import { CompanyFacts } from '@/features/companies/CompanyFacts';
import { CompanyPage, companiesCrumb, companyTrail } from '@/features/companies/CompanyPage';
import { EditCompany } from '@/features/companies/EditCompany';
import { NewCompany } from '@/features/companies/NewCompany';
import { PendingRemoval } from '@/features/companies/PendingRemoval';
import type { Company } from '@/features/companies/queries';
import { ModeratorSection } from '@/features/moderators/ModeratorSection';
import { NewModerator } from '@/features/moderators/NewModerator';
import { CompanyProjects } from '@/features/projects/CompanyProjects';
import { NewProject } from '@/features/projects/NewProject';
import { AdminsOnly } from '@/session/AdminsOnly';
import { Badge } from '@/shared/ui/Badge';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import { PageHeader } from '@/shared/ui/PageHeader';
import styles from './company.module.css';

export function NewCompanyPage() {
  return (
    <AdminsOnly title="New company">
      <PageHeader title="New company" trail={[companiesCrumb]} />
      <NewCompany />
    </AdminsOnly>
  );
}

export function CompanyDetailsPage() {
  return (
    <CompanyPage>
      {(company) => (
        <>
          <PageHeader
            title={company.name}
            trail={[companiesCrumb]}
            state={company.isRemoved && <Badge tone="bad">Pending Remove</Badge>}
            actions={<CompanyActions company={company} />}
          />
          {company.isRemoved && <PendingRemoval company={company} />}
          <div className={styles.columns}>
            <ComponentBoundary>
              <CompanyFacts company={company} />
            </ComponentBoundary>
            <div className={styles.related}>
              <ComponentBoundary>
                <ModeratorSection of={{ kind: 'company', ...company }} />
              </ComponentBoundary>
              <ComponentBoundary>
                <CompanyProjects
                  companyId={company.id}
                  projects={company.projects}
                  mayAdd={company.access.edit && !company.isRemoved}
                />
              </ComponentBoundary>
            </div>
          </div>
        </>
      )}
    </CompanyPage>
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
