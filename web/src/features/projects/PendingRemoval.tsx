import { useQuery } from '@tanstack/react-query';
import { paths } from '@/paths';
import { RemovalNotice } from '@/resource/RemovalNotice';
import { counted } from '@/shared/format/number';
import { RelativeTime } from '@/shared/ui/RelativeTime';
import { dependantsQuery, type Project } from './queries';
import { useProjectRemoval } from './removal';

export function PendingRemoval({ project }: { project: Project }) {
  const { data: dependants } = useQuery(dependantsQuery(project.id));
  const removal = useProjectRemoval(project);
  const { access, removedAt } = project;
  const isUnused = dependants?.total === 0;

  return (
    <RemovalNotice
      kind="Project"
      name={project.name}
      title={
        isUnused
          ? 'This project has no products and subscriptions any more.'
          : 'Must Remove Products and Subscriptions First'
      }
      blockers={(dependants?.data ?? []).map(({ kind, id, name }) => ({
        id,
        name,
        to:
          kind === 'projectProduct'
            ? paths.projects.product(project.id, id)
            : paths.projects.subscription(project.id, id),
      }))}
      isUnused={isUnused}
      ways={access.remove && removal}
    >
      This project was marked for removal {removedAt && <RelativeTime at={removedAt} />}.{' '}
      {isUnused
        ? 'Its removal can be finalized.'
        : `It is gone once it has no product and no subscription${dependants ? `; ${counted(dependants.total, 'item is', 'items are')} left.` : '.'}`}
    </RemovalNotice>
  );
}
