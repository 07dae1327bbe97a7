import { useQuery } from '@tanstack/react-query';
import { Building2, FolderKanban, type LucideIcon, ShieldCheck, Users } from 'lucide-react';
import { formatCount } from '@/shared/format/number';
import { Card } from '@/shared/ui/Card';
import { ErrorState } from '@/shared/ui/ErrorState';
import { Skeleton } from '@/shared/ui/Skeleton';
import { type Statistics, statisticsQuery } from './queries';
import styles from './StatisticCards.module.css';

type Figure = { [K in keyof Statistics]-?: number extends Statistics[K] ? K : never }[keyof Statistics];

const cards: { figure: Figure; label: string; Icon: LucideIcon }[] = [
  { figure: 'companies', label: 'Companies', Icon: Building2 },
  { figure: 'projects', label: 'Projects', Icon: FolderKanban },
  { figure: 'adminUsers', label: 'Admin Users', Icon: ShieldCheck },
  { figure: 'allUsers', label: 'All Users', Icon: Users },
];

export function StatisticCards() {
  const { data, isError, isFetching, refetch } = useQuery(statisticsQuery);
  if (isError) {
    return (
      <ErrorState
        message="An error occurred while loading statistics."
        busy={isFetching}
        onRefresh={() => void refetch()}
      />
    );
  }
  // Figures that this user may not see are null.
  const shown = cards.filter(({ figure }) => !data || data[figure] !== null);
  return (
    <section aria-busy={!data}>
      <h2 className={styles.title}>{data ? 'Statistics' : 'Loading Statistics...'}</h2>
      <ul className={styles.cards}>
        {shown.map(({ figure, label, Icon }) => (
          <li key={figure}>
            <Card className={styles.card}>
              <span className={styles.icon} aria-hidden>
                <Icon size={18} />
              </span>
              <p className={styles.label}>{label}</p>
              <p className={styles.figure}>
                {data ? formatCount(data[figure] ?? 0) : <Skeleton width="4ch" height="2rem" />}
              </p>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}
