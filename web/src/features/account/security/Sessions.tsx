import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { browserOf } from '@/shared/format/browser';
import { useAction, useActionWithToast } from '@/shared/forms/useAction';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { ActionDialog } from '@/shared/ui/overlays/Dialog';
import { Badge } from '@/shared/ui/records/Badge';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { RelativeTime } from '@/shared/ui/text/RelativeTime';
import styles from '../parts.module.css';
import { security } from './securityMessages';

type Session = AnswerOf<'/account/session', 'get'>[number];

/** Where the user is signed in. */
export function Sessions() {
  const sessions = useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => api.get('/account/session', { signal }),
  });
  const [isEndingOthers, setIsEndingOthers] = useState(false);
  const client = useQueryClient();
  const endOthers = useAction(async () => {
    await api.delete('/account/session', { body: { others: true } });
    notify.success(security.othersEnded);
    await client.invalidateQueries({ queryKey: queryKeys.sessions });
  });
  if (sessions.isError) return <FailedQuery query={sessions} message={security.sessionsFailed} />;
  if (!sessions.data) return <Skeleton height={96} />;
  return (
    <div className={styles.part}>
      <ul className={styles.sessions}>
        {sessions.data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.data.some(({ current }) => !current) && (
        <div className={styles.actions}>
          <Button onClick={() => setIsEndingOthers(true)}>{security.endOthers}</Button>
        </div>
      )}
      {isEndingOthers && (
        <ActionDialog
          title={security.endingOthers}
          message={security.endingOthersText}
          verb={security.endOthers}
          danger
          action={endOthers}
          onClose={() => setIsEndingOthers(false)}
        />
      )}
    </div>
  );
}

function SessionRow({ session }: { session: Session }) {
  const client = useQueryClient();
  const browser = browserOf(session.agent);
  const end = useActionWithToast(async () => {
    await api.delete('/account/session', { body: { id: session.id } });
    notify.success(security.ended);
    await client.invalidateQueries({ queryKey: queryKeys.sessions });
  });
  return (
    <li className={styles.session}>
      <div>
        <p className={styles.browser}>
          {browser} {session.current && <Badge tone="accent">{security.thisOne}</Badge>}
        </p>
        <Note>
          {session.address && `${security.from(session.address)} · `}
          {security.lastUsed} <RelativeTime at={session.lastUsedAt} />
        </Note>
      </div>
      {!session.current && (
        <Button
          variant="quiet"
          aria-label={security.endOf(browser)}
          busy={end.status === 'in progress'}
          onClick={() => void end.run()}
        >
          {security.end}
        </Button>
      )}
    </li>
  );
}
