import { useQuery } from '@tanstack/react-query';
import { Building2, FolderKanban, type LucideIcon, ShieldCheck, Users } from 'lucide-react';
import { paths } from '@/paths';
import { formatCount } from '@/shared/format/number';
import { CardLink } from '@/shared/ui/Card';
import { ErrorState } from '@/shared/ui/ErrorState';
import { Skeleton } from '@/shared/ui/Skeleton';
import { type Statistics, statisticsQuery } from './queries';
import styles from './StatisticCards.module.css';

type Figure = { [K in keyof Statistics]-?: number extends Statistics[K] ? K : never }[keyof Statistics];

const cards: { figure: Figure; label: string; to: string; Icon: LucideIcon }[] = [
  { figure: 'companies', label: 'Companies', to: paths.companies.list(), Icon: Building2 },
  { figure: 'projects', label: 'Projects', to: paths.projects.list(), Icon: FolderKanban },
  { figure: 'adminUsers', label: 'Admin Users', to: paths.users.list(), Icon: ShieldCheck },
  { figure: 'allUsers', label: 'All Users', to: paths.users.list(), Icon: Users },
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
        {shown.map(({ figure, label, to, Icon }) => (
          <li key={figure}>
            <CardLink to={to} className={styles.card}>
              <span className={styles.icon} aria-hidden>
                <Icon size={18} />
              </span>
              <p className={styles.label}>{label}</p>
              <p className={styles.figure}>
                {data ? formatCount(data[figure] ?? 0) : <Skeleton width="4ch" height="2rem" />}
              </p>
            </CardLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
