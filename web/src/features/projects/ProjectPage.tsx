import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { Navigate, useParams } from 'react-router';
import { paths } from '@/paths';
import { NotAllowed } from '@/session/AdminsOnly';
import { notify } from '@/shared/toast';
import { PageHeader } from '@/shared/ui/PageHeader';
import { PendingPage } from '@/shared/ui/PendingPage';
import { type Project, type ProjectProduct, type ProjectSubscription, projectQuery } from './queries';

export const projectsCrumb = { label: 'Projects', to: paths.projects.list() };

/** The pages above one that belongs to a project. */
export function projectTrail({ id, name }: Project) {
  return [projectsCrumb, { label: name, to: paths.projects.details(id) }];
}

export function productTrail(project: Project, { id, product }: ProjectProduct) {
  return [...projectTrail(project), { label: product.name, to: paths.projects.product(project.id, id) }];
}

export function subscriptionTrail(project: Project, { id, subscription }: ProjectSubscription) {
  return [...projectTrail(project), { label: subscription.name, to: paths.projects.subscription(project.id, id) }];
}

type Need = 'edit' | 'manageModerators' | 'attach' | 'editSubscriptions' | 'setProductStatus';

interface ProjectPageProps {
  /** What the page is for; it is not shown to those who may not do that. */
  needs?: Need | undefined;
  children: (project: Project) => ReactNode;
}

/** Loads the project of the address for a page about it. */
export function ProjectPage({ needs, children }: ProjectPageProps) {
  const { projId = '' } = useParams();
  const query = useQuery(projectQuery(projId));
  const { data } = query;
  if (data && needs && !data.access[needs]) {
    return (
      <>
        <PageHeader title={data.name} trail={projectTrail(data)} />
        <NotAllowed />
      </>
    );
  }
  if (data) return children(data);
  return <PendingProject query={query} isForm={needs !== undefined} />;
}

interface ItemPageProps<Item> {
  needs?: Need;
  children: (project: Project, item: Item) => ReactNode;
}

/** Loads the project's product of the address. */
export function ProjectProductPage({ needs, children }: ItemPageProps<ProjectProduct>) {
  const { prodId } = useParams();
  return (
    <ProjectPage needs={needs}>
      {(project) => {
        const product = project.products.find(({ id }) => id === prodId);
        return product ? (
          children(project, product)
        ) : (
          <MissingItem projectId={project.id} isForm={needs !== undefined} />
        );
      }}
    </ProjectPage>
  );
}

/** Loads the project's subscription of the address. */
export function ProjectSubscriptionPage({ needs, children }: ItemPageProps<ProjectSubscription>) {
  const { subId } = useParams();
  return (
    <ProjectPage needs={needs}>
      {(project) => {
        const subscription = project.subscriptions.find(({ id }) => id === subId);
        return subscription ? (
          children(project, subscription)
        ) : (
          <MissingItem projectId={project.id} isForm={needs !== undefined} />
        );
      }}
    </ProjectPage>
  );
}

/** What the cache lacks may have been added since: only a fresh answer tells that it is not there. */
function MissingItem({ projectId, isForm }: { projectId: string; isForm: boolean }) {
  const query = useQuery({ ...projectQuery(projectId), refetchOnMount: 'always' });
  return query.isSuccess && query.isFetchedAfterMount ? (
    <NotFoundItem />
  ) : (
    <PendingProject query={query} isForm={isForm} />
  );
}

/** An item has no address of its own on the server, so that nothing else answers with a 404. */
function NotFoundItem() {
  useEffect(() => notify.error('Item is not found.'), []);
  return <Navigate to={paths.app.notFound()} replace />;
}

function PendingProject(pending: Pick<ComponentProps<typeof PendingPage>, 'query' | 'isForm'>) {
  return <PendingPage title="Project" trail={[projectsCrumb]} {...pending} />;
}
