import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { counted } from '@/shared/format/number';
import { Button } from '@/shared/ui/Button';
import { RelativeTime } from '@/shared/ui/RelativeTime';
import styles from './PendingRemoval.module.css';
import { type Company, dependantsQuery } from './queries';
import { useRemoveCompany, useRestoreCompany } from './removal';

/** Above a company that is marked removed: what still holds it, and the two ways on. */
export function PendingRemoval({ company }: { company: Company }) {
  const { data: dependants } = useQuery(dependantsQuery(company.id));
  const finalization = useRemoveCompany(company);
  const restoration = useRestoreCompany(company);
  const { access, removedAt } = company;

  return (
    <section className={styles.notice} aria-label="Pending Remove">
      <TriangleAlert size={18} aria-hidden />
      <div className={styles.text}>
        <p className={styles.title}>Must Remove Projects First</p>
        <p>
          This company was marked for removal {removedAt && <RelativeTime at={removedAt} />}. It is gone once no project
          belongs to it{dependants ? `; ${counted(dependants.total, 'project is', 'projects are')} left.` : '.'}
        </p>
        {dependants && dependants.data.length > 0 && (
          <ul className={styles.list}>
            {dependants.data.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        )}
      </div>
      <div className={styles.actions}>
        {access.remove && (
          <Button busy={restoration.status === 'in progress'} onClick={() => void restoration.run()}>
            Restore
          </Button>
        )}
        {access.remove && dependants?.total === 0 && (
          <Button look="danger" busy={finalization.status === 'in progress'} onClick={() => void finalization.run()}>
            Finalize removal
          </Button>
        )}
      </div>
    </section>
  );
}
