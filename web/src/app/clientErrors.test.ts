import { beforeEach, expect, it, vi } from 'vitest';
import { serve } from '@/testServer';
import type * as ClientErrors from './clientErrors';

const account = vi.hoisted(() => ({ current: { email: 'ada@example.com' } as object | null }));
vi.mock('@/session/session', () => ({ currentAccount: () => account.current }));

let calls: ReturnType<typeof serve>;
let roots: ReturnType<typeof ClientErrors.reportClientErrors>;

beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  account.current = { email: 'ada@example.com' };
  calls = serve({ 'POST /clientError': new Response(null, { status: 204 }) });
  vi.resetModules();
  roots = (await import('./clientErrors')).reportClientErrors();
});

function failure(message: string, place = 'https://host/assets/3fK9_aQ.js:1:20417'): TypeError {
  const error = new TypeError(message);
  error.stack = `TypeError: ${message}\n    at ProjectFacts (${place})\n    at https://host/assets/7dL2.js:8:5\n    at eval (chrome-extension://x/y.js:1:1)`;
  return error;
}

/** A report that is on its way is made once all that waits has had its turn: calls are made without a timer. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

it('tells where a component failed, and nothing of what was typed', async () => {
  window.history.replaceState(null, '', '/btracker/app/users/ada@example.com/edit');
  roots.onCaughtError(failure('can not read "my secret"\n at https://host/assets/my secret'));
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({
    kind: 'TypeError',
    page: 'btracker/app/users/:id/edit',
    stack: 'ProjectFacts 3fK9_aQ.js:1:20417\n? 7dL2.js:8:5',
  });
});

it('reports the same once, and five errors at most', async () => {
  for (let line = 1; line <= 8; line += 1) {
    roots.onCaughtError(failure('again', `https://host/assets/a.js:${line}:1`));
    roots.onCaughtError(failure('again', `https://host/assets/a.js:${line}:1`));
  }
  await vi.waitFor(() => expect(calls.length).toBeGreaterThanOrEqual(5));
  await settled();
  expect(calls).toHaveLength(5);
});

it('reports neither what the screen tells, nor anything of those who are not signed in', async () => {
  const [{ ApiError }, { ChunkLoadError }] = await Promise.all([
    import('@/api/errors'),
    import('@/shared/loading/loadWithTimeout'),
  ]);
  roots.onCaughtError(new ApiError(500));
  roots.onCaughtError(new ChunkLoadError('gone'));
  account.current = null;
  roots.onCaughtError(failure('nobody'));
  await settled();
  expect(calls).toEqual([]);
});
