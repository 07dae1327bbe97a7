import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '@/api/client';
import { setServerData } from '@/api/invalidate';
import { queryKeys } from '@/api/queryKeys';
import { canUndo, isOver, type Progress, progressQuery } from '@/bulk/queries';
import { paths } from '@/paths';
import { records } from '@/records';
import { useAction } from '@/shared/forms/useAction';
import { rememberJob } from '@/shared/jobs';
import { ExportButton } from '@/shared/list/ExportButton';
import { failsInPlace } from '@/shared/loading/readFailure';
import { common } from '@/shared/messages';
import { undoRequest } from '@/shared/toast';
import { Button, ButtonLink } from '@/shared/ui/buttons/Button';
import { Card } from '@/shared/ui/records/Card';
import { ProgressBar } from '@/shared/ui/states/ProgressBar';
import { Columns } from './Columns';
import { Failure } from './Failure';
import { importedKind, listOf } from './fields';
import styles from './Import.module.css';
import { messages } from './messages';
import { type Import, importQuery } from './queries';
import { Rows } from './Rows';

/** What a file would change: how much, by which columns, and row by row. */
export function Comparison({ of }: { of: Import }) {
  return (
    <div className={styles.comparison}>
      {of.bulkId === null ? <Decision of={of} /> : <Applied of={of} bulkId={of.bulkId} />}
      {of.bulkId === null && <Columns key={of.version} of={of} />}
      <Rows of={of} />
    </div>
  );
}

/** How much it would change, and the button that has it happen. */
function Decision({ of }: { of: Import }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const kind = importedKind(of.list);
  const { id, version, creates, updates, unchanged, refused } = of;

  const applying = useAction(async () => {
    const started = await api.put('/import/apply', { body: { id, version } });
    rememberJob({ id: started.id, label: messages.title(records[kind].noun) });
    setServerData(client, importQuery(id).queryKey, { ...of, bulkId: started.id });
  });
  const discarding = useAction(async () => {
    await api.delete('/import', { body: { id } });
    await navigate(paths.app.import(kind), { replace: true });
    client.removeQueries({ queryKey: importQuery(id).queryKey });
  });
  const isNothing = creates + updates === 0;
  return (
    <Card className={styles.decision}>
      <div>
        <p>{messages.rows(of.name || messages.unnamed, of.rows)}</p>
        <p className={styles.strong}>
          {isNothing && messages.nothingToDo}
          {creates > 0 && `${messages.creates(records[kind].noun, creates)} `}
          {updates > 0 && messages.updates(records[kind].noun, updates)}
        </p>
        {unchanged > 0 && <p>{messages.unchanged(unchanged)}</p>}
        {refused > 0 && <p className={styles.bad}>{messages.refused(refused)}</p>}
      </div>
      <Failure actions={[applying, discarding]} />
      <div className={styles.actions}>
        {!isNothing && (
          <Button variant="primary" busy={applying.status === 'in progress'} onClick={() => void applying.run()}>
            {messages.apply}
          </Button>
        )}
        <Refused of={of} />
        <Button busy={discarding.status === 'in progress'} onClick={() => void discarding.run()}>
          {messages.discard}
        </Button>
      </div>
    </Card>
  );
}

function Refused({ of: { id, list, refused } }: { of: Import }) {
  if (refused === 0) return null;
  return (
    <ExportButton
      label={messages.downloadRefused}
      fileName={messages.refusedFile(records[importedKind(list)].noun)}
      load={(transfer) => api.download('/import/{id}/refused', { path: { id }, ...transfer })}
    />
  );
}

/** An import that is being applied, or was: how far it is, and the ways on. */
function Applied({ of, bulkId }: { of: Import; bulkId: string }) {
  const kind = importedKind(of.list);
  const list = listOf(kind);
  const { data } = useQuery(progressQuery(bulkId));
  const isEnded = data !== undefined && isOver(data);
  const done = data ? data.done + data.refused : 0;
  const isUndone = useIsUndone(data && canUndo(data) ? data.batchId : undefined);
  return (
    <Card className={styles.decision}>
      <div>
        <p>{messages.rows(of.name || messages.unnamed, of.rows)}</p>
        <p className={styles.strong} role="status">
          {isUndone ? messages.takenBack : isEnded ? endOf(data) : messages.underWay}
        </p>
        {!isEnded && (
          <div className={styles.bar}>
            <ProgressBar
              label={messages.title(records[kind].noun)}
              part={data && data.state !== 'queued' ? done / Math.max(1, data.total) : undefined}
            />
          </div>
        )}
      </div>
      <div className={styles.actions}>
        <ButtonLink variant="primary" to={list.to}>
          {messages.open(list.label)}
        </ButtonLink>
        {data && canUndo(data) && !isUndone && (
          <Button onClick={() => undoRequest.set({ target: { batchId: data.batchId } })}>{common.undo}</Button>
        )}
        <Refused of={of} />
        <ButtonLink to={paths.app.import(kind)}>{messages.startOver}</ButtonLink>
      </div>
    </Card>
  );
}

/** Whether what an import did was taken back since. */
function useIsUndone(batchId = ''): boolean {
  const { data } = useQuery({
    queryKey: [...queryKeys.changes, 'batch', batchId],
    meta: failsInPlace,
    queryFn: ({ signal }) => api.get('/change', { query: { BatchId: batchId, PageSize: 1 }, signal }),
    enabled: batchId !== '',
  });
  const [change] = data ?? [];
  return change !== undefined && change.undoneBy !== null;
}

function endOf({ state, done, refused, total }: Progress): string {
  if (state === 'stopped') return messages.stopped(done, total);
  if (state === 'failed') return messages.failed(done, total);
  return messages.applied(done, refused);
}
