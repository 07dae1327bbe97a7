import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { dropJobs, followJobs, rememberJob, useJobs } from '@/shared/jobs';
import { dismissOffers, dismissToast, undoRequest, useToasts } from '@/shared/toast';
import { renderAt } from '@/testApp';
import { serve } from '@/testServer';
import JobsPanel from './JobsPanel';
import { type Progress, receiveProgress } from './queries';

const running: Progress = { id: 'job', state: 'running', total: 40, done: 10, refused: 0, batchId: 'batch' };

function Panel() {
  const jobs = useJobs();
  const toasts = useToasts();
  return (
    <>
      <JobsPanel jobs={jobs} />
      {toasts.map(({ id, kind, text, action }) => (
        <p key={id} data-kind={kind}>
          {text}
          <button
            type="button"
            onClick={() => {
              dismissToast(id);
              action?.run();
            }}
          >
            {action?.label}
          </button>
        </p>
      ))}
    </>
  );
}

beforeEach(() => {
  dismissOffers();
  dropJobs();
  followJobs('ann@example.com');
  rememberJob({ id: 'job', label: 'Change price' });
});

test('follows a job by live events, and offers one Undo at its end', async () => {
  serve({ 'GET /bulk/job': running });
  const { user, client } = renderAt('/app', <Panel />);
  await screen.findByText('10 of 40');
  act(() => receiveProgress(client, { ...running, done: 30, refused: 2 }));
  await screen.findByText('32 of 40');
  // An answer that is late says nothing new.
  act(() => receiveProgress(client, running));
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '0.8');
  act(() => receiveProgress(client, { ...running, state: 'done', done: 38, refused: 2 }));
  await screen.findByText('Change price: 38 done, 2 refused.');
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(localStorage.getItem('btracker.jobs')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undoRequest.get()).toEqual({ target: { batchId: 'batch' } });
});

test('offers to do again what a job took back', async () => {
  rememberJob({ id: 'job', label: 'Undo', isUndo: true });
  serve({ 'GET /bulk/job': { ...running, state: 'done', total: 12_000, done: 12_000 } });
  const { user } = renderAt('/app', <Panel />);
  await screen.findByText('Undo: 12,000 done.');
  await user.click(screen.getByRole('button', { name: 'Redo' }));
  expect(undoRequest.get()).toEqual({ target: { batchId: 'batch' } });
});

test('stops a job', async () => {
  const calls = serve({ 'GET /bulk/job': running, 'PUT /bulk/stop': { ...running, state: 'stopped' } });
  const { user } = renderAt('/app', <Panel />);
  await user.click(await screen.findByRole('button', { name: 'Stop: Change price' }));
  await screen.findByText('Change price stopped: 10 of 40 done.');
  expect(calls.find(({ request }) => request === 'PUT /bulk/stop')?.body).toEqual({ id: 'job' });
});

test('a job that the server has forgotten is forgotten', async () => {
  serve({});
  renderAt('/app', <Panel />);
  await waitFor(() => expect(localStorage.getItem('btracker.jobs')).toBeNull());
});

test('a job that another tab has reported is not reported again', async () => {
  serve({ 'GET /bulk/job': { ...running, state: 'done', done: 40 } });
  localStorage.removeItem('btracker.jobs');
  renderAt('/app', <Panel />);
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(screen.queryByText(/40 done/)).toBeNull();
});

test("another person's jobs are not followed", () => {
  followJobs('ben@example.com');
  renderAt('/app', <Panel />);
  expect(screen.queryByRole('progressbar')).toBeNull();
});
