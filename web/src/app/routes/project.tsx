import { ModeratorSection } from '@/features/moderators/ModeratorSection';
import { ItemDetailsPage } from '@/features/projects/items/ItemPages';
import { ItemSection } from '@/features/projects/items/ItemSection';
import { projectProducts } from '@/features/projects/products/resource';
import { projects } from '@/features/projects/project/resource';
import { projectSubscriptions } from '@/features/projects/subscriptions/resource';
import { SubscriptionPeriods, SubscriptionValue } from '@/features/projects/subscriptions/Value';
import { DetailsPage, RecordFacts } from '@/resource/RecordPage';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import styles from './project.module.css';

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
        </div>
      )}
    </DetailsPage>
  );
}
