import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useHref, useLocation, useParams } from 'react-router';
import { messages as failureMessages } from '@/api/messages';
import { rolesByRight } from '@/api/roles.gen';
import { paths } from '@/paths';
import type { Project } from '@/records/project/record';
import { projects } from '@/records/project/resource';
import { RecordPage } from '@/resource/RecordPage';
import { listCrumb, recordQuery } from '@/resource/resource';
import { labelOf } from '@/shared/format/noun';
import { notify } from '@/shared/toast';
import { PendingPage } from '@/shared/ui/page/PendingPage';
import type { ItemShape, ProjectItems } from './items';

interface ItemPageProps<S extends ItemShape> {
  items: ProjectItems<S>;
  isForm?: boolean;
  children: (project: Project, item: S['record']) => ReactNode;
}

/** Loads the project's item of the address. */
export function ItemPage<S extends ItemShape>({ items, isForm = false, children }: ItemPageProps<S>) {
  const { [items.param]: itemId } = useParams();
  return (
    <RecordPage
      resource={projects}
      isForm={isForm}
      roles={rolesByRight[items.editRight]}
      {...(isForm && { needs: ({ access }: Project) => access[items.editRight] === true })}
    >
      {(project) => {
        const item = items.of(project).find(({ id }) => id === itemId);
        return item ? children(project, item) : <MissingItem projectId={project.id} isForm={isForm} />;
      }}
    </RecordPage>
  );
}

/** What the cache lacks may have been added since: only a fresh answer tells that it is not there. */
function MissingItem({ projectId, isForm }: { projectId: string; isForm: boolean }) {
  const query = useQuery({ ...recordQuery(projects, projectId), refetchOnMount: 'always' });
  return query.isSuccess && query.isFetchedAfterMount ? (
    <NotFoundItem />
  ) : (
    <PendingPage title={labelOf(projects.noun)} trail={[listCrumb(projects)]} query={query} isForm={isForm} />
  );
}

/**
 * An item has no address of its own on the server, so that nothing else answers with a 404. A page that is being left,
 * because its item was removed, may stand a moment longer than its address: it has nothing to tell.
 */
function NotFoundItem() {
  const here = useHref(useLocation().pathname);
  const [isLeft] = useState(() => window.location.pathname !== here);
  useEffect(() => {
    if (!isLeft) notify.error(failureMessages.notFound);
  }, [isLeft]);
  return isLeft ? null : <Navigate to={paths.app.notFound()} replace />;
}
