import type { ReactNode } from 'react';
import { NewModerator } from '@/features/moderators/NewModerator';
import { EditProject } from '@/features/projects/EditProject';
import { EditProjectProduct } from '@/features/projects/EditProjectProduct';
import { EditProjectSubscription } from '@/features/projects/EditProjectSubscription';
import { NewProject } from '@/features/projects/NewProject';
import { NewProjectProduct } from '@/features/projects/NewProjectProduct';
import { NewProjectSubscription } from '@/features/projects/NewProjectSubscription';
import {
  ProjectPage,
  ProjectProductPage,
  ProjectSubscriptionPage,
  productTrail,
  projectsCrumb,
  projectTrail,
  subscriptionTrail,
} from '@/features/projects/ProjectPage';
import type { Project } from '@/features/projects/queries';
import { NotAllowed } from '@/session/AdminsOnly';
import { useAddsProjects } from '@/session/useAddsProjects';
import { PageHeader } from '@/shared/ui/PageHeader';
import { PendingPage } from '@/shared/ui/PendingPage';

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
