import { ModeratorSection } from '@/features/moderators/ModeratorSection';
import { PendingRemoval } from '@/features/projects/PendingRemoval';
import { ProductActions } from '@/features/projects/ProductActions';
import { ProductFacts } from '@/features/projects/ProductFacts';
import { ProjectActions } from '@/features/projects/ProjectActions';
import { ProjectFacts, ProjectOfItem } from '@/features/projects/ProjectFacts';
import {
  ProjectPage,
  ProjectProductPage,
  ProjectSubscriptionPage,
  projectsCrumb,
  projectTrail,
} from '@/features/projects/ProjectPage';
import { ProjectProducts } from '@/features/projects/ProjectProducts';
import { ProjectSubscriptions } from '@/features/projects/ProjectSubscriptions';
import { ProductStatusBadge, SubscriptionBadge } from '@/features/projects/StateBadges';
import { SubscriptionActions } from '@/features/projects/SubscriptionActions';
import { SubscriptionFacts } from '@/features/projects/SubscriptionFacts';
import { Badge } from '@/shared/ui/Badge';
import { Columns } from '@/shared/ui/Card';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import { PageHeader } from '@/shared/ui/PageHeader';
import styles from './project.module.css';

export function ProjectDetailsPage() {
  return (
    <ProjectPage>
      {(project) => (
        <>
          <PageHeader
            title={project.name}
            trail={[projectsCrumb]}
            state={project.isRemoved && <Badge tone="bad">Pending Remove</Badge>}
            actions={<ProjectActions project={project} />}
          />
          {project.isRemoved && <PendingRemoval project={project} />}
          <div className={styles.sections}>
            <ComponentBoundary>
              <ProjectFacts project={project} />
            </ComponentBoundary>
            <ComponentBoundary>
              <ProjectSubscriptions project={project} />
            </ComponentBoundary>
            <ComponentBoundary>
              <ProjectProducts project={project} />
            </ComponentBoundary>
            <ComponentBoundary>
              <ModeratorSection of={{ kind: 'project', ...project }} />
            </ComponentBoundary>
          </div>
        </>
      )}
    </ProjectPage>
  );
}

export function ProjectSubscriptionDetailsPage() {
  return (
    <ProjectSubscriptionPage>
      {(project, subscription) => (
        <>
          <PageHeader
            title={subscription.subscription.name}
            trail={projectTrail(project)}
            state={<SubscriptionBadge subscription={subscription} />}
            actions={<SubscriptionActions project={project} subscription={subscription} />}
          />
          <Columns>
            <ComponentBoundary>
              <SubscriptionFacts subscription={subscription} />
            </ComponentBoundary>
            <ProjectOfItem project={project} />
          </Columns>
        </>
      )}
    </ProjectSubscriptionPage>
  );
}

export function ProjectProductDetailsPage() {
  return (
    <ProjectProductPage>
      {(project, product) => (
        <>
          <PageHeader
            title={product.product.name}
            trail={projectTrail(project)}
            state={<ProductStatusBadge status={product.status} />}
            actions={<ProductActions project={project} product={product} />}
          />
          <Columns>
            <ComponentBoundary>
              <ProductFacts product={product} />
            </ComponentBoundary>
            <ProjectOfItem project={project} />
          </Columns>
        </>
      )}
    </ProjectProductPage>
  );
}
