import { useQuery } from '@tanstack/react-query';
import { Bell, LayoutDashboard } from 'lucide-react';
import { Link } from 'react-router';
import { ChartsPlaceholder } from '@/features/dashboard/ChartsPlaceholder';
import { FirstSteps } from '@/features/dashboard/FirstSteps';
import { messages } from '@/features/dashboard/messages';
import { statisticsQuery } from '@/features/dashboard/queries';
import { StatisticCards } from '@/features/dashboard/StatisticCards';
import { newNotificationCountQuery } from '@/features/notifications/queries';
import { readToday, Today } from '@/features/renewals/today/Today';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import type { FirstReads } from '@/shared/loading/firstReads';
import { lazyPart } from '@/shared/loading/lazyPart';
import { common } from '@/shared/messages';
import { usePageTitle } from '@/shared/navigation/usePageTitle';
import { Button, ButtonLink } from '@/shared/ui/buttons/Button';
import { ComponentBoundary } from '@/shared/ui/states/ComponentBoundary';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { Sentence } from '@/shared/ui/text/Sentence';
import styles from './dashboard.module.css';

/** Once the figures above them are painted. */
const Charts = lazyPart(() => import('@/features/dashboard/Charts'), { isLater: true, placeholder: ChartsPlaceholder });

const ToBe = lazyPart(() => import('@/features/dashboard/ToBe'));

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
          {isAdmin && (
            <ComponentBoundary>
              <FirstSteps />
            </ComponentBoundary>
          )}
          <ComponentBoundary>{isAdmin ? <TodayOfAdministrators /> : <Today />}</ComponentBoundary>
          <ComponentBoundary>
            <StatisticCards isAdmin={isAdmin} />
          </ComponentBoundary>
          <ComponentBoundary>
            <Charts />
          </ComponentBoundary>
        </>
      ) : (
        <NoRightsYet />
      )}
    </>
  );
}

DashboardPage.firstReads = ((read) => {
  read(statisticsQuery);
  readToday(read);
  read(newNotificationCountQuery);
}) satisfies FirstReads;

/** Without a project there is nothing that could end or wait. */
function TodayOfAdministrators() {
  const { data: statistics } = useQuery(statisticsQuery);
  return <Today renderToBe={statistics?.projects === 0 ? (box) => <ToBe box={box} /> : undefined} />;
}

/** For those who moderate nothing. */
function NoRightsYet() {
  return (
    <EmptyState
      icon={<LayoutDashboard />}
      title={messages.nothingYet}
      text={messages.nothingYetText}
      action={<ButtonLink to={paths.app.account()}>{messages.toAccount}</ButtonLink>}
    />
  );
}

function NewNotifications() {
  const result = useQuery(newNotificationCountQuery);
  const { data: count, isLoadingError } = result;
  if (isLoadingError) {
    return (
      <div className={styles.news} role="alert">
        {messages.notificationsNotCounted}
        <Button variant="quiet" busy={result.isFetching} onClick={() => void result.refetch()}>
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
          <Sentence
            text={messages.youHave}
            parts={{
              notifications: <Link to={paths.app.notifications()}>{messages.newNotifications(count)}</Link>,
            }}
          />
        </span>
      ) : (
        count === 0 && messages.noNewNotifications
      )}
    </p>
  );
}
