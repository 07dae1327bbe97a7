import { UserRound } from 'lucide-react';
import { Link } from 'react-router';
import { DocumentCount } from '@/documents/DocumentCount';
import { paths } from '@/paths';
import { StateBadge } from '@/records/projectSubscription/StateBadge';
import { activeOrEndsSoon, type SubscriptionState } from '@/records/projectSubscription/state';
import { stateLabels } from '@/records/projectSubscription/stateMessages';
import { plannedInWords } from '@/records/projectSubscription/term';
import { messages as termMessages } from '@/records/projectSubscription/termMessages';
import { useAccount } from '@/session/useAccount';
import { formatDaysUntil } from '@/shared/format/date';
import { formatMoney } from '@/shared/format/money';
import { useMinute } from '@/shared/loading/timing';
import { cx } from '@/shared/ui/cx';
import { People } from '@/shared/ui/records/People';
import { DateText } from '@/shared/ui/text/RelativeTime';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
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

/** The price, above the one that is planned. */
export function PriceCell({ row: { price, planned } }: { row: Renewal }) {
  return (
    <>
      {formatMoney(price)}
      {planned && (
        <span className={styles.planned} title={plannedInWords(planned)}>
          <span aria-hidden>
            {' → '}
            <span className={styles.plannedAmount}>{formatMoney(planned.price)}</span>
          </span>
          <VisuallyHidden>{`${termMessages.planned}: ${plannedInWords(planned)}`}</VisuallyHidden>
        </span>
      )}
    </>
  );
}

/** The name as a link. The category has a column of its own. */
export function SubscriptionCell({ row: { id, projectId, subscription } }: { row: Renewal }) {
  return (
    <span className={styles.line}>
      <Link to={paths.projects.subscription(projectId, id)} className={styles.name} title={subscription.name}>
        {subscription.name}
      </Link>
      <DocumentCount kind="projectSubscription" id={id} />
    </span>
  );
}

/** The end, and how far it is from now, or from another instant that the list is as of. */
export function EndCell({ row: { endAt, isCanceled }, at }: { row: Renewal; at?: string }) {
  return (
    <>
      <DateText at={endAt} />{' '}
      {!isCanceled && <span className={styles.far}>{formatDaysUntil(endAt, at ? Date.parse(at) : undefined)}</span>}
    </>
  );
}

/** The company, and the project. Those who moderate the project alone can not open the company. */
export function CompanyCell({ row: { companyId, companyName, projectId, projectName } }: { row: Renewal }) {
  const { isAdmin } = useAccount();
  return (
    <span className={cx(styles.line, styles.place)}>
      <span className={styles.cut} dir="auto" title={companyName}>
        {isAdmin ? <Link to={paths.companies.details(companyId)}>{companyName}</Link> : companyName}
      </span>
      <span className={cx(styles.far, styles.cut)} dir="auto" title={projectName}>
        <Link to={paths.projects.details(projectId)}>{projectName}</Link>
      </span>
    </span>
  );
}

/** The same below the company, where the column has no room. */
export function FoldedResponsible({ row }: { row: Renewal }) {
  return (
    <span className={styles.folded}>
      <UserRound aria-hidden />
      <VisuallyHidden>{`${messages.responsible}: `}</VisuallyHidden>
      <ResponsibleCell row={row} />
    </span>
  );
}

/** The first of them, and how many there are besides. */
export function ResponsibleCell({ row: { responsible } }: { row: Renewal }) {
  const { isAdmin } = useAccount();
  const [first, ...others] = responsible;
  if (!first) return <span className={styles.far}>{messages.nobody}</span>;
  const names = responsible.map(({ displayName }) => displayName).join(', ');
  return (
    <span className={styles.line} title={names}>
      <span className={styles.cut}>
        <People people={[first]} hrefOf={isAdmin && paths.users.details} />
      </span>
      {others.length > 0 && (
        <span className={styles.far}>
          <span aria-hidden>{`+${others.length}`}</span>
          <VisuallyHidden>{names}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}
