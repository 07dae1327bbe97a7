import { Link } from 'react-router';
import { paths } from '@/paths';
import { StateBadge } from '@/records/projectSubscription/StateBadge';
import { activeOrEndsSoon, type SubscriptionState } from '@/records/projectSubscription/state';
import { stateLabels } from '@/records/projectSubscription/stateMessages';
import { useAccount } from '@/session/useAccount';
import { formatDaysUntil } from '@/shared/format/date';
import { useMinute } from '@/shared/timing';
import { People } from '@/shared/ui/People';
import { DateText } from '@/shared/ui/RelativeTime';
import { messages } from './messages';
import type { Renewal } from './queries';
import styles from './Renewals.module.css';

/** The state of a subscription, as of now or of another instant. */
export function StateCell({ row: { state, endAt }, at }: { row: Renewal; at?: string }) {
  const minute = useMinute();
  const now = at ? Date.parse(at) : minute * 60_000;
  const known = Object.hasOwn(stateLabels, state) ? (state as SubscriptionState) : 'notStarted';
  return <StateBadge state={known === 'active' ? activeOrEndsSoon(endAt, now) : known} />;
}

/** The name as a link, above the category. */
export function SubscriptionCell({ row: { id, projectId, subscription } }: { row: Renewal }) {
  return (
    <>
      <Link to={paths.projects.subscription(projectId, id)} className={styles.name}>
        {subscription.name}
      </Link>
      <span className={styles.second}>{subscription.categoryName}</span>
    </>
  );
}

/** The end, and how far it is from now, or from another instant that the list is as of. */
export function EndCell({ row: { endAt, isCanceled }, at }: { row: Renewal; at?: string }) {
  return (
    <>
      <DateText at={endAt} />
      {!isCanceled && <span className={styles.second}>{formatDaysUntil(endAt, at ? Date.parse(at) : undefined)}</span>}
    </>
  );
}

/** The company above the project. Those who moderate the project alone can not open the company. */
export function CompanyCell({ row: { companyId, companyName, projectId, projectName } }: { row: Renewal }) {
  const { isAdmin } = useAccount();
  return (
    <>
      <span dir="auto">
        {isAdmin ? <Link to={paths.companies.details(companyId)}>{companyName}</Link> : companyName}
      </span>
      <span className={styles.second} dir="auto">
        <Link to={paths.projects.details(projectId)}>{projectName}</Link>
      </span>
    </>
  );
}

export function ResponsibleCell({ row: { responsible } }: { row: Renewal }) {
  const { isAdmin } = useAccount();
  if (responsible.length === 0) return <span className={styles.nobody}>{messages.nobody}</span>;
  return <People people={responsible} hrefOf={isAdmin && paths.users.details} />;
}
