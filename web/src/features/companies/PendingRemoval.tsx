import { useQuery } from '@tanstack/react-query';
import { paths } from '@/paths';
import { counted } from '@/shared/format/number';
import { RelativeTime } from '@/shared/ui/RelativeTime';
import { RemovalNotice } from '@/shared/ui/RemovalNotice';
import { type Company, dependantsQuery } from './queries';
import { useCompanyRemoval } from './removal';

export function PendingRemoval({ company }: { company: Company }) {
  const { data: dependants } = useQuery(dependantsQuery(company.id));
  const removal = useCompanyRemoval(company);
  const { access, name, removedAt } = company;
  const isUnused = dependants?.total === 0;

  return (
    <RemovalNotice
      kind="Company"
      name={name}
      title={isUnused ? 'No project belongs to this company any more.' : 'Must Remove Projects First'}
      blockers={(dependants?.data ?? []).map(({ id, name: project }) => ({
        id,
        name: project,
        to: paths.projects.details(id),
      }))}
      isUnused={isUnused}
      ways={access.remove && removal}
    >
      This company was marked for removal {removedAt && <RelativeTime at={removedAt} />}.{' '}
      {isUnused
        ? 'Its removal can be finalized.'
        : `It is gone once no project belongs to it${dependants ? `; ${counted(dependants.total, 'project is', 'projects are')} left.` : '.'}`}
    </RemovalNotice>
  );
}
