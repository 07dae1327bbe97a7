import { CompanyActions } from '@/features/companies/CompanyActions';
import { CompanyFacts } from '@/features/companies/CompanyFacts';
import { CompanyPage, companiesCrumb } from '@/features/companies/CompanyPage';
import { PendingRemoval } from '@/features/companies/PendingRemoval';
import { ModeratorSection } from '@/features/moderators/ModeratorSection';
import { CompanyProjects } from '@/features/projects/CompanyProjects';
import { Badge } from '@/shared/ui/Badge';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import { PageHeader } from '@/shared/ui/PageHeader';
import styles from './company.module.css';

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
