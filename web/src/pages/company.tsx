import { RecordAccess } from '@/access/Access';
import { ModeratorSection } from '@/features/moderators/ModeratorSection';
import { CompanyValue, runningQuery, useProjectValues } from '@/features/renewals/value/Value';
import { companies } from '@/records/company/resource';
import { CompanyProjects, type CompanyProjectsProps } from '@/records/project/CompanyProjects';
import { DetailsPage, RecordFacts } from '@/resource/DetailsPage';
import { readsOfRecord } from '@/resource/resource';
import type { FirstReads } from '@/shared/loading/firstReads';
import { ComponentBoundary } from '@/shared/ui/states/ComponentBoundary';
import styles from './recordPage.module.css';

export function CompanyDetailsPage() {
  return (
    <DetailsPage resource={companies}>
      {(company) => (
        <div className={styles.columns}>
          <div className={styles.related}>
            <ComponentBoundary>
              <CompanyValue companyId={company.id} maySeeCost={company.access.edit} />
            </ComponentBoundary>
            <ComponentBoundary>
              <RecordFacts resource={companies} record={company} />
            </ComponentBoundary>
          </div>
          <div className={styles.related}>
            <ComponentBoundary>
              <ValuedProjects
                companyId={company.id}
                projects={company.projects}
                mayAdd={company.access.edit}
                isRemoved={company.isRemoved}
              />
            </ComponentBoundary>
            <ComponentBoundary>
              <ModeratorSection of={{ kind: 'company', ...company }}>
                <RecordAccess entity="company" id={company.id} />
              </ModeratorSection>
            </ComponentBoundary>
          </div>
        </div>
      )}
    </DetailsPage>
  );
}
CompanyDetailsPage.firstReads = ((read, page) => {
  readsOfRecord(companies)(read, page);
  read(runningQuery(page.params.compId ?? ''));
}) satisfies FirstReads;

/** The projects of a company with what each is worth. */
function ValuedProjects(props: Omit<CompanyProjectsProps, 'valuesOf'>) {
  return <CompanyProjects {...props} valuesOf={useProjectValues(props.companyId)} />;
}
