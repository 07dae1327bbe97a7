import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Link } from 'react-router';
import { LaterCharts } from '@/features/dashboard/LaterCharts';
import { StatisticCards } from '@/features/dashboard/StatisticCards';
import { newNotificationCountQuery } from '@/features/notifications/queries';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { counted } from '@/shared/format/number';
import { lazyPart } from '@/shared/lazyPart';
import { Button } from '@/shared/ui/Button';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import { usePageTitle } from '@/shared/usePageTitle';
import styles from './dashboard.module.css';

const NoRightsYet = lazyPart(() => import('@/features/dashboard/NoRightsYet'));

export function DashboardPage() {
  const { displayName, isAdmin, isClient } = useAccount();
  usePageTitle('Dashboard');
  return (
    <>
      <header className={styles.greeting} data-keep-clear>
        <h1>Hello, {displayName}</h1>
        <NewNotifications />
      </header>
      {isAdmin || isClient ? (
        <>
          <ComponentBoundary>
            <StatisticCards isAdmin={isAdmin} />
          </ComponentBoundary>
          <ComponentBoundary>
            <LaterCharts />
          </ComponentBoundary>
        </>
      ) : (
        <NoRightsYet />
      )}
    </>
  );
}

function NewNotifications() {
  const { data: count, isLoadingError, isFetching, refetch } = useQuery(newNotificationCountQuery);
  if (isLoadingError) {
    return (
      <div className={styles.news} role="alert">
        New notifications could not be counted.
        <Button look="quiet" busy={isFetching} onClick={() => void refetch()}>
          Refresh
        </Button>
      </div>
    );
  }
  return (
    <p className={styles.news}>
      {count !== undefined && <Bell size={16} aria-hidden />}
      {count ? (
        <span>
          You have <Link to={paths.app.notifications()}>{counted(count, 'new notification', 'new notifications')}</Link>
          .
        </span>
      ) : (
        count === 0 && 'There are no new notifications so far.'
      )}
    </p>
  );
}
