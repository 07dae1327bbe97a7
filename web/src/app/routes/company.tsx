import { companies } from '@/features/companies/resource';
import { ModeratorSection } from '@/features/moderators/ModeratorSection';
import { CompanyProjects } from '@/features/projects/project/CompanyProjects';
import { DetailsPage, RecordFacts } from '@/resource/RecordPage';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import styles from './company.module.css';

export function CompanyDetailsPage() {
  return (
    <DetailsPage resource={companies}>
      {(company) => (
        <div className={styles.columns}>
          <ComponentBoundary>
            <RecordFacts resource={companies} record={company} />
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
      )}
    </DetailsPage>
  );
}
