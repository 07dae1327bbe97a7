import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Link } from 'react-router';
import { LaterCharts } from '@/features/dashboard/LaterCharts';
import { messages } from '@/features/dashboard/messages';
import { StatisticCards } from '@/features/dashboard/StatisticCards';
import { newNotificationCountQuery } from '@/features/notifications/queries';
import { Today } from '@/features/renewals/Today';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { lazyPart } from '@/shared/lazyPart';
import { common } from '@/shared/messages';
import { Button } from '@/shared/ui/Button';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import { usePageTitle } from '@/shared/usePageTitle';
import styles from './dashboard.module.css';

const NoRightsYet = lazyPart(() => import('@/features/dashboard/NoRightsYet'));

export function DashboardPage() {
  const { displayName, isAdmin, isClient } = useAccount();
  usePageTitle(messages.dashboard);
  return (
    <>
      <header className={styles.greeting} data-keep-clear>
        <h1>{messages.hello(displayName)}</h1>
        <NewNotifications />
      </header>
      {isAdmin || isClient ? (
        <>
          <ComponentBoundary>
            <Today />
          </ComponentBoundary>
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
        {messages.notificationsNotCounted}
        <Button look="quiet" busy={isFetching} onClick={() => void refetch()}>
          {common.refresh}
        </Button>
      </div>
    );
  }
  return (
    <p className={styles.news}>
      {count !== undefined && <Bell size={16} aria-hidden />}
      {count ? (
        <span>
          {messages.youHave}
          <Link to={paths.app.notifications()}>{messages.newNotifications(count)}</Link>
          {messages.youHaveEnd}
        </span>
      ) : (
        count === 0 && messages.noNewNotifications
      )}
    </p>
  );
}
