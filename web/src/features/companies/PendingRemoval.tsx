import { useQuery } from '@tanstack/react-query';
import { paths } from '@/paths';
import { counted } from '@/shared/format/number';
import { Button } from '@/shared/ui/Button';
import { RelativeTime } from '@/shared/ui/RelativeTime';
import { RemovalNotice } from '@/shared/ui/RemovalNotice';
import { type Company, dependantsQuery } from './queries';
import { useRemoveCompany, useRestoreCompany } from './removal';

export function PendingRemoval({ company }: { company: Company }) {
  const { data: dependants } = useQuery(dependantsQuery(company.id));
  const finalization = useRemoveCompany(company);
  const restoration = useRestoreCompany(company);
  const { access, removedAt } = company;

  return (
    <RemovalNotice
      title="Must Remove Projects First"
      blockers={(dependants?.data ?? []).map(({ id, name }) => ({ id, name, to: paths.projects.details(id) }))}
      actions={
        access.remove && (
          <>
            <Button busy={restoration.status === 'in progress'} onClick={() => void restoration.run()}>
              Restore
            </Button>
            {dependants?.total === 0 && (
              <Button
                look="danger"
                busy={finalization.status === 'in progress'}
                onClick={() => void finalization.run()}
              >
                Finalize removal
              </Button>
            )}
          </>
        )
      }
    >
      This company was marked for removal {removedAt && <RelativeTime at={removedAt} />}. It is gone once no project
      belongs to it{dependants ? `; ${counted(dependants.total, 'project is', 'projects are')} left.` : '.'}
    </RemovalNotice>
  );
}
