import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { paths } from '@/paths';
import { renderAt } from '@/testApp';
import { serve } from '@/testServer';
import Passkeys from './Passkeys';

const made = { id: 'cred', type: 'public-key' };

vi.mock('@/base', async (actual) => ({ ...(await actual<object>()), hasPasskeys: true }));
vi.mock('../browserPasskeys', () => ({ makePasskey: async () => made }));

const phone = { id: 'p1', name: 'Phone', createdAt: '2026-11-15T12:00:00Z', lastUsedAt: null };

interface Sent {
  body: unknown;
}

/** The server's answer to somebody who signed in a while ago, unless the password comes along. */
function needsPassword({ body }: Sent): Response | undefined {
  if ((body as { currentPassword: string | null }).currentPassword) return undefined;
  const errors = { CurrentPassword: ['Current Password is needed.'] };
  return Response.json({ status: 400, errors, codes: { CurrentPassword: ['passwordNeeded'] } }, { status: 400 });
}

it('asks for the password only when the server does, and keeps the name meanwhile', async () => {
  const calls = serve({
    'GET /account/passkey': [],
    'GET /account': {},
    'POST /account/passkey/options': (sent: Sent) => needsPassword(sent) ?? { publicKey: {} },
    'POST /account/passkey': { ...phone, name: 'Watch', recoveryCodes: [] },
  });
  const { user } = renderAt(paths.app.account(), <Passkeys />);
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  const name = screen.getByLabelText(/^Name/);
  await user.clear(name);
  await user.type(name, 'Watch{Enter}');
  await user.type(await screen.findByLabelText(/^Current Password/), 'Lovelace-1815{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const sent = calls.filter(({ request }) => request.startsWith('POST')).map(({ body }) => body);
  expect(sent).toEqual([
    { currentPassword: null },
    { currentPassword: 'Lovelace-1815' },
    { name: 'Watch', credential: made },
  ]);
});

it('removes one after the password that the server asks for', async () => {
  const calls = serve({
    'GET /account/passkey': [phone],
    'DELETE /account/passkey': (sent: Sent) => needsPassword(sent) ?? new Response(null, { status: 204 }),
  });
  const { user } = renderAt(paths.app.account(), <Passkeys />);
  await user.click(await screen.findByRole('button', { name: 'Remove Phone' }));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await user.type(await screen.findByLabelText(/^Current Password/), 'Lovelace-1815{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(calls.map(({ body }) => body)).toContainEqual({ id: 'p1', currentPassword: 'Lovelace-1815' });
});
