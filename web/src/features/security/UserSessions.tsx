import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { browserOf } from '@/shared/format/browser';
import { failsInPlace } from '@/shared/loading/readFailure';
import { Section } from '@/shared/ui/records/Card';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { RelativeTime } from '@/shared/ui/text/RelativeTime';
import { eventsQuery } from './events';
import { messages } from './messages';
import styles from './Security.module.css';

const first = 5;

interface UserSessionsProps {
  email: string;
  /** Ends them all. */
  action: ReactNode;
}

/** Where a person is signed in, and when they were last seen. Loaded after the page's own parts, hence a default export. */
export default function UserSessions({ email, action }: UserSessionsProps) {
  const result = useQuery({
    // With the events, which a sign-out makes stale as well.
    queryKey: [...queryKeys.securityEvents, 'sessions', email],
    meta: failsInPlace,
    queryFn: ({ signal }) =>
      api.list('/UserManagement/{email}/session', { path: { email }, query: { PageSize: first }, signal }),
  });
  const { data, isError } = result;
  const total = data?.pagination.totalItems ?? 0;
  return (
    <Section title={messages.sessions} count={total || undefined} action={total > 0 && action}>
      {isError && !data ? (
        <FailedQuery query={result} message={messages.sessionsNotLoaded} />
      ) : !data ? (
        <Skeleton height="4rem" />
      ) : total === 0 ? (
        <LastSignIn email={email} />
      ) : (
        <ul className={styles.events} aria-label={messages.sessions}>
          {data.data.map(({ id, agent, address, lastUsedAt }) => (
            <li key={id}>
              <span>{browserOf(agent)}</span>
              <span className={styles.when}>
                {messages.lastSeen} <RelativeTime at={lastUsedAt} /> {address && messages.from(address)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {data && total > data.data.length && <Note>{messages.moreSessions(total - data.data.length)}</Note>}
    </Section>
  );
}

/** Of somebody who is signed in nowhere. */
function LastSignIn({ email }: Pick<UserSessionsProps, 'email'>) {
  const { data } = useQuery(eventsQuery({ Email: email, Kind: 'signIn' }, 1));
  const [last] = data?.data ?? [];
  return (
    <Note>
      {messages.signedInNowhere}{' '}
      {data &&
        (last ? (
          <>
            {messages.lastSignIn} <RelativeTime at={last.at} />
          </>
        ) : (
          messages.neverSignedIn
        ))}
    </Note>
  );
}
