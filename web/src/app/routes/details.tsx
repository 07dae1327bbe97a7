import { RecordAccess } from '@/access/Access';
import { products } from '@/features/catalogue/resource';
import { companies } from '@/features/companies/resource';
import { ModeratorSection } from '@/features/moderators/ModeratorSection';
import { ItemDetailsPage } from '@/features/projects/items/ItemPages';
import { ItemSection } from '@/features/projects/items/ItemSection';
import { projectProducts } from '@/features/projects/products/resource';
import { CompanyProjects, type CompanyProjectsProps } from '@/features/projects/project/CompanyProjects';
import { projects } from '@/features/projects/project/resource';
import { projectSubscriptions } from '@/features/projects/subscriptions/resource';
import { SubscriptionPeriods, SubscriptionValue } from '@/features/projects/subscriptions/Value';
import { CompanyValue, runningQuery, useProjectValues } from '@/features/renewals/Value';
import { DetailsPage, RecordFacts } from '@/resource/RecordPage';
import { type Resource, recordQuery, type Shape } from '@/resource/resource';
import type { FirstReads } from '@/shared/firstReads';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import styles from './details.module.css';

export { ProductDetailsPage } from '@/features/catalogue/ItemDetails';

function readsOf<S extends Shape>(resource: Resource<S>): FirstReads {
  return (read, { params }) => read(recordQuery(resource, params[resource.param] ?? ''));
}

export const firstReads: Record<string, FirstReads> = {
  CompanyDetailsPage: (read, page) => {
    readsOf(companies)(read, page);
    read(runningQuery(page.params.compId ?? ''));
  },
  ProjectDetailsPage: readsOf(projects),
  ProjectProductDetailsPage: readsOf(projects),
  ProjectSubscriptionDetailsPage: readsOf(projects),
  ProductDetailsPage: readsOf(products),
};

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
                mayAdd={company.access.edit}
                isRemoved={company.isRemoved}
              />
            </ComponentBoundary>
          </div>
          <div className={styles.whole}>
            <RecordAccess entity="company" id={company.id} />
          </div>
        </div>
      )}
    </DetailsPage>
  );
}

export const ProjectProductDetailsPage = () => <ItemDetailsPage items={projectProducts} />;
export const ProjectSubscriptionDetailsPage = () => (
  <ItemDetailsPage
    items={projectSubscriptions}
    renderBeside={({ id }) => <SubscriptionValue id={id} />}
    renderBelow={({ id }) => <SubscriptionPeriods id={id} />}
  />
);

export function ProjectDetailsPage() {
  return (
    <DetailsPage resource={projects}>
      {(project) => (
        <div className={styles.sections}>
          <ComponentBoundary>
            <RecordFacts resource={projects} record={project} />
          </ComponentBoundary>
          <ComponentBoundary>
            <ItemSection items={projectSubscriptions} project={project} />
          </ComponentBoundary>
          <ComponentBoundary>
            <ItemSection items={projectProducts} project={project} />
          </ComponentBoundary>
          <ComponentBoundary>
            <ModeratorSection of={{ kind: 'project', ...project }} />
          </ComponentBoundary>
          <div className={styles.whole}>
            <RecordAccess entity="project" id={project.id} />
          </div>
        </div>
      )}
    </DetailsPage>
  );
}
