import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { bulkRequest } from '@/bulk/bulk';
import { renderAt } from '@/testApp';
import { serve } from '@/testServer';
import Palette from './Palette';
import { commands } from './registry';

it('says what a renewal does, and does it at one press', async () => {
  const hit = { kind: 'projectSubscription', id: 's1', parentId: 'p1', parentName: 'Site', name: 'Hosting' };
  const calls = serve({
    'GET /search': { data: [hit], counts: [{ kind: 'projectSubscription', count: 1 }] },
    'GET /project/subscription/s1': {
      id: 's1',
      version: 2,
      startAt: '2026-01-01T00:00:00Z',
      endAt: '2026-12-31T23:59:59Z',
      price: 20.25,
      planned: { price: 24, from: null },
      isCanceled: false,
      subscription: { name: 'Hosting' },
    },
    'PUT /project/subscription/renew': { endAt: '2027-12-31T23:59:59Z' },
  });
  const onClose = vi.fn();
  const effects = { go: vi.fn(), back: vi.fn(), openHelp: vi.fn(), openPalette: vi.fn() };
  const { user } = renderAt('/app', <Palette user="ann" commands={commands} effects={effects} onClose={onClose} />);
  await user.type(screen.getByRole('combobox'), 'renew a{Enter}');
  await user.type(screen.getByRole('combobox'), 'hosting');
  await screen.findByRole('option', { name: /Hosting.*Renew until 31 Dec 2027 at \$24\.00/, selected: true });
  await user.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalled();
  await waitFor(() =>
    expect(calls.find(({ request }) => request.startsWith('PUT'))?.body).toEqual({ id: 's1', version: 2 }),
  );
});

it('leaves a renewal that it has not told yet to the panel', async () => {
  const hit = { kind: 'projectSubscription', id: 's2', parentId: 'p1', parentName: 'Site', name: 'Backup' };
  const calls = serve({
    'GET /search': { data: [hit], counts: [{ kind: 'projectSubscription', count: 1 }] },
    'GET /project/subscription/s2': () => new Promise(() => {}),
  });
  const effects = { go: vi.fn(), back: vi.fn(), openHelp: vi.fn(), openPalette: vi.fn() };
  const { user } = renderAt('/app', <Palette user="ann" commands={commands} effects={effects} onClose={vi.fn()} />);
  await user.type(screen.getByRole('combobox'), 'renew a{Enter}');
  await user.type(screen.getByRole('combobox'), 'backup');
  await screen.findByRole('option', { name: /Backup/, selected: true });
  await user.keyboard('{Enter}');
  expect(bulkRequest.get()).toMatchObject({ action: 'renew', records: { ids: ['s2'] }, name: 'Backup' });
  expect(calls.some(({ request }) => request.startsWith('PUT'))).toBe(false);
});
