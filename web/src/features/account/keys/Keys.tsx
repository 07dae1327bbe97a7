import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { formatInstantDay } from '@/shared/format/date';
import { useAction } from '@/shared/forms/useAction';
import { lazyPart } from '@/shared/loading/lazyPart';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { ActionDialog } from '@/shared/ui/overlays/Dialog';
import { Badge } from '@/shared/ui/records/Badge';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { RelativeTime } from '@/shared/ui/text/RelativeTime';
import { ShownOnce } from '@/shared/ui/text/ShownOnce';
import styles from '../parts.module.css';
import { keyMessages as messages } from './keyMessages';
import type { NewKey } from './NewKeyDialog';

type Key = AnswerOf<'/account/key', 'get'>[number];

const NewKeyDialog = lazyPart(() => import('./NewKeyDialog'));

const isPast = (at: string | null) => at !== null && new Date(at) <= new Date();

/** The keys by which programs act for the user. */
export default function Keys() {
  const keys = useQuery({
    queryKey: queryKeys.keys,
    queryFn: ({ signal }) => api.get('/account/key', { signal, query: { PageSize: 200 } }),
  });
  const [isAdding, setIsAdding] = useState(false);
  const [added, setAdded] = useState<NewKey>();
  if (keys.isError) return <FailedQuery query={keys} message={messages.failed} />;
  if (!keys.data) return <Skeleton height={96} />;
  return (
    <div className={styles.part}>
      {added && (
        <ShownOnce title={messages.secretOf(added.name)} text={added.key} what={messages.secret} note={messages.once} />
      )}
      {keys.data.length === 0 && <Note>{messages.none}</Note>}
      <ul className={styles.sessions}>
        {keys.data.map((key) => (
          <KeyRow key={key.id} of={key} onRemoved={() => setAdded(undefined)} />
        ))}
      </ul>
      <div className={styles.actions}>
        <Button icon={<KeyRound aria-hidden />} onClick={() => setIsAdding(true)}>
          {messages.add}
        </Button>
      </div>
      {isAdding && <NewKeyDialog onAdded={setAdded} onClose={() => setIsAdding(false)} />}
    </div>
  );
}

function KeyRow({ of: key, onRemoved }: { of: Key; onRemoved: () => void }) {
  const { id, name, scope, companyName, expiresAt, lastUsedAt } = key;
  const client = useQueryClient();
  const [isRemoving, setIsRemoving] = useState(false);
  const remove = useAction(async () => {
    await api.delete('/account/key', { body: { id } });
    notify.success(messages.removed(name));
    onRemoved();
    await client.invalidateQueries({ queryKey: queryKeys.keys });
  });
  const isOver = isPast(expiresAt);
  return (
    <li className={styles.session}>
      <div>
        <p className={styles.browser}>
          <span dir="auto">{name}</span>
          <Badge tone={scope === 'write' ? 'accent' : 'neutral'}>{messages.scopes[scope as 'read' | 'write']}</Badge>
          {isOver && <Badge tone="bad">{messages.expired}</Badge>}
        </p>
        <Note>
          <span dir="auto">{companyName ?? messages.everything}</span>
          {expiresAt && !isOver && ` · ${messages.until(formatInstantDay(expiresAt))}`}
          {' · '}
          {lastUsedAt ? (
            <>
              {messages.lastUsed} <RelativeTime at={lastUsedAt} />
            </>
          ) : (
            messages.unused
          )}
        </Note>
      </div>
      <Button variant="quiet" aria-label={messages.removeOf(name)} onClick={() => setIsRemoving(true)}>
        {messages.remove}
      </Button>
      {isRemoving && (
        <ActionDialog
          title={messages.removing(name)}
          message={messages.removingText}
          verb={messages.removeVerb}
          danger
          action={remove}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </li>
  );
}
