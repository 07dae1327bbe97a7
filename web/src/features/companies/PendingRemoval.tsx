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
  const { access, removedAt } = company;

  return (
    <RemovalNotice
      title="Must Remove Projects First"
      blockers={(dependants?.data ?? []).map(({ id, name }) => ({ id, name, to: paths.projects.details(id) }))}
      isUnused={dependants?.total === 0}
      ways={access.remove && removal}
    >
      This company was marked for removal {removedAt && <RelativeTime at={removedAt} />}. It is gone once no project
      belongs to it{dependants ? `; ${counted(dependants.total, 'project is', 'projects are')} left.` : '.'}
    </RemovalNotice>
  );
}
