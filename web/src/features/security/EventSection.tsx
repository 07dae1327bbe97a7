import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { translate } from '@/api/serverTexts';
import { paths } from '@/paths';
import { Section } from '@/shared/ui/records/Card';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { RelativeTime } from '@/shared/ui/text/RelativeTime';
import { eventsQuery, KindBadge } from './events';
import { messages } from './messages';
import styles from './Security.module.css';

/** The latest security events of a person. Loaded below the page's own parts, hence a default export. */
export default function EventSection({ title, email }: { title: string; email: string }) {
  const result = useQuery(eventsQuery({ Email: email }, 5));
  const { data, isError } = result;
  return (
    <Section
      title={title}
      action={
        data &&
        data.pagination.totalItems > data.data.length && (
          <Link to={`${paths.app.security()}?person=${encodeURIComponent(email)}`}>{messages.all}</Link>
        )
      }
    >
      {isError && !data ? (
        <FailedQuery query={result} message={messages.notLoaded} />
      ) : !data ? (
        <Skeleton height="6rem" />
      ) : data.data.length === 0 ? (
        <EmptyState title={messages.none} text={messages.noneText} />
      ) : (
        // A list, not the table of the page of all events: that would make this page heavy.
        <ul className={styles.events} aria-label={messages.caption}>
          {data.data.map(({ id, at, kind, details, detailsText, address }) => (
            <li key={id}>
              <KindBadge kind={kind} />
              <span dir="auto">{translate(details, detailsText)}</span>
              <span className={styles.when}>
                <RelativeTime at={at} /> {address}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
