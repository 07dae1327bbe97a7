import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '@/paths';
import { formatDay, formatDaysUntil } from '@/shared/format/date';
import { formatMoney } from '@/shared/format/money';
import { Section } from '@/shared/ui/records/Card';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { ChoiceButtons, type ChoicesProps } from './Choices';
import { messages } from './messages';
import styles from './Plan.module.css';
import { decisionsIn } from './plan';
import { eventsQuery } from './queries';

/** A planned price is decided already. */
const undecided = { kind: 'cancelBy,renews,ends', company: '', responsible: '', page: 1 } as const;

/** Where nothing is tried yet: what is to be decided next, and what one may decide. */
export function Decisions({ until, ...choices }: ChoicesProps & { until: string }) {
  const { data, isError } = useQuery(eventsQuery(until, undecided));
  // The list below says what failed.
  if (isError && !data) return null;
  const decisions = decisionsIn(data?.data ?? []);
  return (
    <div className={styles.decisions}>
      <Section title={messages.decisions}>
        {!data ? (
          <Skeleton height="11rem" />
        ) : decisions.length === 0 ? (
          <Note>{messages.noDecisions}</Note>
        ) : (
          <>
            <Note>{messages.decisionsText}</Note>
            <ul className={styles.cards}>
              {decisions.map((event) => (
                <li key={event.subscriptionId}>
                  <Link
                    to={paths.projects.subscription(event.projectId, event.subscriptionId)}
                    className={styles.what}
                    title={event.name}
                    dir="auto"
                  >
                    {event.name}
                  </Link>
                  <span className={styles.where} title={event.companyName} dir="auto">
                    {event.companyName}
                  </span>
                  <p>{messages.decide[event.kind](formatDay(event.on), formatDaysUntil(event.on))}</p>
                  <p className={styles.worth}>{messages.aMonth(formatMoney(event.monthlyPrice.before))}</p>
                  <div className={styles.choices}>
                    <ChoiceButtons event={event} {...choices} />
                  </div>
                </li>
              ))}
            </ul>
          </>
        )}
      </Section>
    </div>
  );
}
