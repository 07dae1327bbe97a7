import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { paths } from '@/paths';
import { renderAt } from '@/testApp';
import { serve } from '@/testServer';
import Keys from './Keys';

const key = {
  id: 'k1',
  name: 'Nightly report',
  scope: 'read',
  companyId: 'c1',
  companyName: 'Northwind',
  createdAt: '2026-11-14T09:30:00Z',
  expiresAt: '2020-01-01T23:59:59Z',
  lastUsedAt: null,
};

afterEach(cleanup);

it('lists keys with their bounds and use, and removes one after asking', async () => {
  const calls = serve({ 'GET /account/key': [key], 'DELETE /account/key': undefined });
  const { user } = renderAt(paths.app.account(), <Keys />);
  const row = await screen.findByRole('listitem');
  expect(row).toHaveTextContent('Nightly reportReadsExpired');
  expect(row).toHaveTextContent('Northwind · not used yet');
  await user.click(within(row).getByRole('button', { name: 'Remove the key Nightly report' }));
  expect(calls.some(({ request }) => request.startsWith('DELETE'))).toBe(false);
  await user.click(await screen.findByRole('button', { name: 'Remove key' }));
  await waitFor(() => expect(calls.find(({ request }) => request.startsWith('DELETE'))?.body).toEqual({ id: 'k1' }));
});

it('shows a new key once, and sends the last day whole', async () => {
  const calls = serve({
    'GET /account/key': [],
    'GET /company': [],
    'POST /account/key': { ...key, expiresAt: null, companyId: null, companyName: null, key: 'btk_SECRET' },
  });
  const { user } = renderAt(paths.app.account(), <Keys />);
  expect(await screen.findByText('You have no keys.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add key' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Add key' }));
  expect(await dialog.findByText('Name field is required.')).toBeVisible();
  await user.type(dialog.getByLabelText(/^Name/), 'Nightly report');
  await user.selectOptions(dialog.getByLabelText(/^Scope/), 'write');
  await user.type(dialog.getByLabelText(/^Expires At/), '2020-01-01');
  await user.click(dialog.getByRole('button', { name: 'Add key' }));
  expect(await dialog.findByText('Expires At must be in the future.')).toBeVisible();
  // Half a name of a company must not make a key for everything.
  await user.type(dialog.getByLabelText(/^Company/), 'North');
  await user.click(dialog.getByRole('button', { name: 'Add key' }));
  expect(await dialog.findByText(/^Company is not one of the list/)).toBeVisible();
  await user.clear(dialog.getByLabelText(/^Company/));
  await user.clear(dialog.getByLabelText(/^Expires At/));
  await user.type(dialog.getByLabelText(/^Expires At/), '2099-12-31');
  await user.click(dialog.getByRole('button', { name: 'Add key' }));
  expect(await screen.findByText('btk_SECRET')).toBeVisible();
  expect(calls.find(({ request }) => request.startsWith('POST'))?.body).toEqual({
    name: 'Nightly report',
    scope: 'write',
    companyId: null,
    expiresAt: '2099-12-31T23:59:59Z',
    currentPassword: null,
  });
});

it('asks for the password of those who signed in a while ago', async () => {
  const needed = { status: 400, codes: { CurrentPassword: ['passwordNeeded'] } };
  const calls = serve({
    'GET /account/key': [],
    'GET /company': [],
    'POST /account/key': ({ body }: { body: { currentPassword: string | null } }) =>
      body.currentPassword ? { ...key, key: 'btk_SECRET' } : Response.json(needed, { status: 400 }),
  });
  const { user } = renderAt(paths.app.account(), <Keys />);
  await user.click(await screen.findByRole('button', { name: 'Add key' }));
  await user.type(within(await screen.findByRole('dialog')).getByLabelText(/^Name/), 'Nightly report{Enter}');
  await user.type(await screen.findByLabelText(/^Current Password/), 'Lovelace-1815{Enter}');
  expect(await screen.findByText('btk_SECRET')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls.filter(({ request }) => request.startsWith('POST')).map(({ body }) => body)).toMatchObject([
    { name: 'Nightly report', currentPassword: null },
    { name: 'Nightly report', currentPassword: 'Lovelace-1815' },
  ]);
});
