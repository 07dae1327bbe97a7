import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '@/paths';
import { Section } from '@/shared/ui/Card';
import { EmptyState } from '@/shared/ui/EmptyState';
import { FailedQuery } from '@/shared/ui/ErrorState';
import { Skeleton } from '@/shared/ui/Skeleton';
import { EventTable, eventsQuery } from './events';
import { messages } from './messages';

/** The latest security events of a person. Loaded below the page's own parts, hence a default export. */
export default function EventSection({ email }: { email: string }) {
  const result = useQuery(eventsQuery({ Email: email }, 5));
  const { data, isError } = result;
  return (
    <Section
      title={messages.events}
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
        <EventTable events={data.data} isOfOne />
      )}
    </Section>
  );
}
