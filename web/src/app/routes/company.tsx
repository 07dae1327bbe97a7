import { companies } from '@/features/companies/resource';
import { ModeratorSection } from '@/features/moderators/ModeratorSection';
import { CompanyProjects, type CompanyProjectsProps } from '@/features/projects/project/CompanyProjects';
import { CompanyValue, useProjectValues } from '@/features/renewals/Value';
import { DetailsPage, RecordFacts } from '@/resource/RecordPage';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import styles from './company.module.css';

/** The projects of a company with what each is worth. */
function ValuedProjects(props: Omit<CompanyProjectsProps, 'valuesOf'>) {
  return <CompanyProjects {...props} valuesOf={useProjectValues(props.companyId)} />;
}

export function CompanyDetailsPage() {
  return (
    <DetailsPage resource={companies}>
      {(company) => (
        <div className={styles.columns}>
          <div className={styles.related}>
            <ComponentBoundary>
              <RecordFacts resource={companies} record={company} />
            </ComponentBoundary>
            <ComponentBoundary>
              <CompanyValue companyId={company.id} />
            </ComponentBoundary>
          </div>
          <div className={styles.related}>
            <ComponentBoundary>
              <ModeratorSection of={{ kind: 'company', ...company }} />
            </ComponentBoundary>
            <ComponentBoundary>
              <ValuedProjects
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
