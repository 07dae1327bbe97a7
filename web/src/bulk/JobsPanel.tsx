import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { api } from '@/api/client';
import { ApiError } from '@/api/errors';
import { readAgain } from '@/api/invalidate';
import type { Download } from '@/shared/files/downloads';
import { useActionWithToast } from '@/shared/forms/useAction';
import { forgetJob, type Job } from '@/shared/jobs';
import { notify, undoBy, undoRequest } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { ProgressBar } from '@/shared/ui/states/ProgressBar';
import { Note } from '@/shared/ui/text/Note';
import styles from './Bulk.module.css';
import { messages } from './messages';
import { canUndo, isOver, type Progress, progressQuery, receiveProgress } from './queries';

interface JobsPanelProps {
  jobs: readonly Job[];
  /** Files on their way. */
  downloads?: readonly Download[];
}

/** How far the jobs are that this browser started, above every page. Loaded with the first job, hence a default export. */
export default function JobsPanel({ jobs, downloads = [] }: JobsPanelProps) {
  return (
    <section className={styles.jobs} aria-label={messages.jobs}>
      <ul>
        {downloads.map((file) => (
          <DownloadLine key={file.id} {...file} />
        ))}
        {jobs.map((job) => (
          <JobLine key={job.id} {...job} />
        ))}
      </ul>
    </section>
  );
}

function DownloadLine({ name, bytes, stop }: Download) {
  const label = messages.downloading(name);
  return (
    <li className={styles.job}>
      <div className={styles.line}>
        <strong>{label}</strong>
        <Note as="span">{messages.arrived(bytes)}</Note>
      </div>
      <ProgressBar label={label} part={undefined} />
      <Button className={styles.stop} aria-label={messages.stopJob(label)} onClick={stop}>
        {messages.stop}
      </Button>
    </li>
  );
}

function JobLine({ id, label, isUndo }: Job) {
  const client = useQueryClient();
  const { data, error } = useQuery(progressQuery(id));
  const stopping = useActionWithToast(async () => {
    receiveProgress(client, await api.put('/bulk/stop', { body: { id } }));
  });

  const report = useEffectEvent((ended: Progress) => {
    // Another tab may have told it.
    if (!forgetJob(id)) return;
    tellEnd(label, ended, isUndo);
    // It may have touched anything that is on the screen.
    void readAgain(client, () => true);
  });
  const ended = data && isOver(data) ? data : undefined;
  useEffect(() => (ended ? whenVisible(() => report(ended)) : undefined), [ended]);

  // Jobs are forgotten some time after their end.
  const isUnknown = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (isUnknown) forgetJob(id);
  }, [isUnknown, id]);

  const isCounted = data !== undefined && data.state !== 'queued';
  const done = data ? data.done + data.refused : 0;
  return (
    <li className={styles.job}>
      <div className={styles.line}>
        <strong>{label}</strong>
        <Note as="span">{isCounted ? messages.progress(done, data.total) : messages.waiting}</Note>
      </div>
      <ProgressBar label={label} part={isCounted ? done / Math.max(data.total, 1) : undefined} />
      {error && <Note>{messages.progressUnknown}</Note>}
      <Button
        className={styles.stop}
        aria-label={messages.stopJob(label)}
        busy={stopping.status === 'in progress'}
        onClick={() => void stopping.run()}
      >
        {messages.stop}
      </Button>
    </li>
  );
}

/** Tells how a job ended, and offers to take it back. */
function tellEnd(label: string, progress: Progress, isUndo?: boolean): void {
  const { state, done, refused, total, batchId } = progress;
  const takeBack = undoBy(() => undoRequest.set({ target: { batchId } }));
  const undo = canUndo(progress) ? { ...takeBack, ...(isUndo && { label: messages.redo }) } : undefined;
  if (state === 'stopped') notify.warning(messages.stopped(label, done, total), undo);
  else if (state === 'failed') notify.error(messages.failed(label, done, total), undo);
  else if (done === 0) notify.warning(messages.noneDone(label, refused));
  else notify.success(messages.done(label, done, refused), undo);
}

/** Now, or once somebody looks at the page: news in a hidden tab would pass unseen. Returns how to give that up. */
function whenVisible(run: () => void): () => void {
  const look = () => {
    if (!document.hidden) run();
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => document.removeEventListener('visibilitychange', look);
}
