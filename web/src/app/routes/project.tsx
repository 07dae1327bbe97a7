import type { ReactNode } from 'react';
import { ModeratorSection } from '@/features/moderators/ModeratorSection';
import { NewModerator } from '@/features/moderators/NewModerator';
import { EditProject } from '@/features/projects/EditProject';
import { EditProjectProduct } from '@/features/projects/EditProjectProduct';
import { EditProjectSubscription } from '@/features/projects/EditProjectSubscription';
import { NewProject } from '@/features/projects/NewProject';
import { NewProjectProduct } from '@/features/projects/NewProjectProduct';
import { NewProjectSubscription } from '@/features/projects/NewProjectSubscription';
import { PendingRemoval } from '@/features/projects/PendingRemoval';
import { ProductActions } from '@/features/projects/ProductActions';
import { ProductFacts } from '@/features/projects/ProductFacts';
import { ProjectActions } from '@/features/projects/ProjectActions';
import { ProjectFacts } from '@/features/projects/ProjectFacts';
import {
  ProjectPage,
  ProjectProductPage,
  ProjectSubscriptionPage,
  productTrail,
  projectsCrumb,
  projectTrail,
  subscriptionTrail,
} from '@/features/projects/ProjectPage';
import { ProjectProducts } from '@/features/projects/ProjectProducts';
import { ProjectSubscriptions } from '@/features/projects/ProjectSubscriptions';
import type { Project } from '@/features/projects/queries';
import { ProductStatusBadge, SubscriptionBadge } from '@/features/projects/StateBadges';
import { SubscriptionActions } from '@/features/projects/SubscriptionActions';
import { SubscriptionFacts } from '@/features/projects/SubscriptionFacts';
import { useAddsProjects } from '@/session/useAddsProjects';
import { Badge } from '@/shared/ui/Badge';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import { NotAllowed } from '@/shared/ui/NotAllowed';
import { PageHeader } from '@/shared/ui/PageHeader';
import { PendingPage } from '@/shared/ui/PendingPage';
import styles from './project.module.css';

export function NewProjectPage() {
  const header = { title: 'New project', trail: [projectsCrumb] };
  const { addsProjects, query } = useAddsProjects();
  if (addsProjects === undefined) return <PendingPage {...header} isForm query={query} />;
  return (
    <>
      <PageHeader {...header} />
      {addsProjects ? <NewProject /> : <NotAllowed />}
    </>
  );
}

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

export function EditProjectPage() {
  return (
    <Subpage title="Edit project" needs="edit">
      {(project) => <EditProject project={project} />}
    </Subpage>
  );
}

export function NewProjectModeratorPage() {
  return (
    <Subpage title="New moderator" needs="manageModerators">
      {(project) => <NewModerator of={{ kind: 'project', ...project }} />}
    </Subpage>
  );
}

export function NewProjectSubscriptionPage() {
  return (
    <Subpage title="New subscription" needs="attach">
      {(project) => <NewProjectSubscription project={project} />}
    </Subpage>
  );
}

export function NewProjectProductPage() {
  return (
    <Subpage title="New product" needs="attach">
      {(project) => <NewProjectProduct project={project} />}
    </Subpage>
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
          <ComponentBoundary>
            <SubscriptionFacts subscription={subscription} />
          </ComponentBoundary>
        </>
      )}
    </ProjectSubscriptionPage>
  );
}

export function EditProjectSubscriptionPage() {
  return (
    <ProjectSubscriptionPage needs="editSubscriptions">
      {(project, subscription) => (
        <>
          <PageHeader title="Edit subscription" trail={subscriptionTrail(project, subscription)} />
          <EditProjectSubscription subscription={subscription} />
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
          <ComponentBoundary>
            <ProductFacts product={product} />
          </ComponentBoundary>
        </>
      )}
    </ProjectProductPage>
  );
}

export function EditProjectProductPage() {
  return (
    <ProjectProductPage needs="setProductStatus">
      {(project, product) => (
        <>
          <PageHeader title="Edit product" trail={productTrail(project, product)} />
          <EditProjectProduct project={project} product={product} />
        </>
      )}
    </ProjectProductPage>
  );
}

interface SubpageProps {
  title: string;
  needs: 'edit' | 'manageModerators' | 'attach';
  children: (project: Project) => ReactNode;
}

function Subpage({ title, needs, children }: SubpageProps) {
  return (
    <ProjectPage needs={needs}>
      {(project) => (
        <>
          <PageHeader title={title} trail={projectTrail(project)} />
          {children(project)}
        </>
      )}
    </ProjectPage>
  );
}
