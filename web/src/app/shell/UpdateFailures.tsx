import { notifyManager, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { CloudAlert } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError } from '@/api/errors';
import { common } from '@/shared/messages';
import { isUpdateFailure } from '@/shared/readFailure';
import { Button } from '@/shared/ui/Button';
import { messages } from './messages';
import styles from './UpdateFailures.module.css';

const texts = {
  gone: messages.goneMeanwhile,
  old: messages.notUpToDate,
};

/** The line above a page of which something could not be read again, or only a lesser part could not be read. */
export function UpdateFailures() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)), [cache]);
  const state = useSyncExternalStore(subscribe, () => stateOf(cache));
  if (state === undefined) return null;
  return (
    <div className={styles.line} role="status">
      <CloudAlert size={16} aria-hidden />
      <p>{texts[state]}</p>
      <Button onClick={() => void client.refetchQueries({ type: 'active', predicate: isUpdateFailure })}>
        {common.tryAgain}
      </Button>
    </div>
  );
}

function stateOf(cache: QueryCache): keyof typeof texts | undefined {
  const failed = cache.findAll({ type: 'active', predicate: isUpdateFailure });
  if (failed.length === 0) return undefined;
  const isGone = failed.some(({ meta, state: { error } }) => {
    return meta?.failure === 'page' && error instanceof ApiError && error.status === 404;
  });
  return isGone ? 'gone' : 'old';
}
