import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { paths } from '@/paths';
import { notify } from '@/shared/toast';
import { failToReadAgain, lastActionTakesPage, renderAt } from '@/testApp';
import { serve } from '@/testServer';
import { NotificationTable } from './NotificationTable';
import { usualDays } from './snooze';

vi.mock('@/session/useAccount', () => ({ useAccount: () => ({ isAdmin: true, isClient: false }) }));

const page = {
  data: [
    {
      id: 'n1',
      title: 'Subscription ends soon',
      details: 'Hosting ends on 20 Nov 2026.',
      createdAt: '2026-11-14T10:00:00Z',
      isViewed: false,
      viewedAt: null,
      itemId: 's1',
      itemParentId: 'p1',
      webhookId: null,
    },
  ],
  pagination: { totalItems: 1, totalPages: 1, currentPage: 1, itemsPerPage: 25 },
};

afterEach(() => {
  vi.useRealTimers();
});

it('marks a notification viewed and leads to its subscription', async () => {
  const calls = serve({ 'GET /notification': page, 'PUT /notification': page.data[0] });
  const { user, router } = renderAt(paths.app.notifications(), <NotificationTable />);
  await user.click(await screen.findByRole('button', { name: 'New: Subscription ends soon' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.projects.subscription('p1', 's1')));
  expect(calls.find(({ request }) => request === 'PUT /notification')?.body).toEqual({ notificationId: 'n1' });
});

it.each([404, 500])('leaves a %i of what is viewed to the page', async (status) => {
  serve({ 'GET /notification': page, 'PUT /notification': () => Response.json({}, { status }) });
  const error = vi.spyOn(notify, 'error');
  const { user, client } = renderAt(paths.app.notifications(), <NotificationTable />);
  for (const name of ['New: Subscription ends soon', 'Mark as viewed']) {
    client.getMutationCache().clear();
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(lastActionTakesPage(client)).toBe(true));
  }
  expect(error).not.toHaveBeenCalled();
});

it('keeps one whose subscription is gone readable, and leads nowhere', async () => {
  const gone = { ...page.data[0], itemId: null, itemParentId: null };
  let isViewed = false;
  const calls = serve({
    'GET /notification': () => ({ ...page, data: [{ ...gone, isViewed }] }),
    'PUT /notification': () => {
      isViewed = true;
      return gone;
    },
  });
  const { user, router } = renderAt(paths.app.notifications(), <NotificationTable />);
  expect(await screen.findByText('This subscription was removed.')).toBeVisible();
  expect(screen.getByText('Hosting ends on 20 Nov 2026.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'New: Subscription ends soon' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /Subscription ends soon/ })).toBeNull());
  expect(screen.getByText('Subscription ends soon')).toBeVisible();
  expect(router.state.location.pathname).toBe(paths.app.notifications());
  expect(calls.filter(({ request }) => request === 'PUT /notification')).toHaveLength(1);
});

it('leads to the webhook that was switched off', async () => {
  const off = { ...page.data[0], title: 'Webhook switched off', itemId: null, itemParentId: null, webhookId: 'w1' };
  serve({ 'GET /notification': { ...page, data: [{ ...off, isViewed: true }] } });
  const { user, router } = renderAt(paths.app.notifications(), <NotificationTable />);
  await user.click(await screen.findByRole('button', { name: 'Webhook switched off' }));
  await waitFor(() =>
    expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(
      `${paths.app.webhooks()}?webhook=w1`,
    ),
  );
});

it('keeps what was there when it can not be read again', async () => {
  serve({ 'GET /notification': page });
  const { client } = renderAt(paths.app.notifications(), <NotificationTable />);
  await screen.findByText('14 Nov 2026');
  await failToReadAgain(client);
  expect(screen.getByText('14 Nov 2026')).toBeVisible();
});

it('goes back to the first page when only unread ones are asked for', async () => {
  const calls = serve({ 'GET /notification': page });
  const { user } = renderAt(`${paths.app.notifications()}?page=3`, <NotificationTable />);
  await screen.findByText('14 Nov 2026');
  expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({ PageNumber: '3', PageSize: '25', UnreadOnly: 'false' });
  await user.click(screen.getByRole('button', { name: 'Not viewed' }));
  await waitFor(() =>
    expect(Object.fromEntries(calls.at(-1)?.query ?? [])).toEqual({
      PageNumber: '1',
      PageSize: '25',
      UnreadOnly: 'true',
    }),
  );
});

it('shows the last page when the address names one beyond it', async () => {
  const pagination = (currentPage: number) => ({ totalItems: 26, totalPages: 2, currentPage, itemsPerPage: 25 });
  serve({
    'GET /notification': ({ query }: { query: URLSearchParams }) => {
      const asked = Number(query.get('PageNumber'));
      return { data: asked > 2 ? [] : page.data, pagination: pagination(asked) };
    },
  });
  const { router } = renderAt(`${paths.app.notifications()}?unread=true&page=99`, <NotificationTable />);
  expect(await screen.findByText('14 Nov 2026')).toBeVisible();
  expect(router.state.location.search).toBe('?unread=true&page=2');
});

it('snoozes a notification until a usual day, and stays where it is', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-16T09:00') });
  const calls = serve({ 'GET /notification': page, 'PUT /notification/snooze': page.data[0] });
  const { user, router } = renderAt(paths.app.notifications(), <NotificationTable />);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Snooze' })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'Snooze' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Tomorrow, / }));
  await waitFor(() => expect(calls.some(({ request }) => request === 'PUT /notification/snooze')).toBe(true));
  expect(calls.find(({ request }) => request === 'PUT /notification/snooze')?.body).toEqual({
    notificationId: 'n1',
    until: new Date('2026-11-17T08:00').toISOString(),
  });
  expect(router.state.location.pathname).toBe(paths.app.notifications());
});

it('snoozes a notification until a day of its own, which must be to come', async () => {
  const calls = serve({ 'GET /notification': page, 'PUT /notification/snooze': page.data[0] });
  const { user } = renderAt(paths.app.notifications(), <NotificationTable />);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Snooze' })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'Snooze' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Another day…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Snooze until a day' }));
  await user.type(dialog.getByLabelText(/^Until/), '2026-01-01');
  await user.click(dialog.getByRole('button', { name: 'Snooze' }));
  expect(await dialog.findByText('Until must be a day after today.')).toBeVisible();
  await user.clear(dialog.getByLabelText(/^Until/));
  await user.type(dialog.getByLabelText(/^Until/), '2099-12-31');
  await user.click(dialog.getByRole('button', { name: 'Snooze' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const body = calls.find(({ request }) => request === 'PUT /notification/snooze')?.body;
  expect(body).toEqual({ notificationId: 'n1', until: new Date('2099-12-31T08:00').toISOString() });
});

it.each([
  ['2026-11-16T09:00', ['2026-11-17', '2026-11-23', '2026-12-16']],
  ['2027-01-31T23:59', ['2027-02-01', '2027-02-01', '2027-02-28']],
  ['2026-12-06T00:00', ['2026-12-07', '2026-12-07', '2027-01-06']],
])('knows the usual days of %s', (now, days) => {
  expect(usualDays(new Date(now)).map(({ day }) => day)).toEqual(days);
});

it('renews at one press what ends or has ended, and nothing else', async () => {
  const told = (id: string, key: string, more = {}) => ({
    ...page.data[0],
    id,
    titleText: { key: `notification.${key}.title` },
    detailsText: { key: `notification.${key}`, params: { name: 'Hosting', day: '2026-11-20' } },
    ...more,
  });
  const rows = [
    told('1', 'endsSoon'),
    told('2', 'ended', { itemId: 's2' }),
    told('3', 'renewed', { itemId: 's3' }),
    told('4', 'ended', { itemId: null, itemParentId: null }),
  ];
  const ended = {
    id: 's1',
    version: 2,
    startAt: '2026-01-01T00:00:00Z',
    endAt: '2026-01-31T23:59:59Z',
    price: 20.25,
    planned: null,
    subscription: { name: 'Hosting' },
  };
  const calls = serve({
    'GET /notification': { ...page, data: rows },
    'GET /project/subscription/s1': ended,
    // Renewed since it was told.
    'GET /project/subscription/s2': { ...ended, id: 's2', endAt: '2099-12-31T23:59:59Z' },
    'PUT /project/subscription/renew': { ...ended, endAt: '2026-02-28T23:59:59Z' },
  });
  const { user } = renderAt(paths.app.notifications(), <NotificationTable />);
  await user.click(await screen.findByRole('button', { name: /^Renew .*Hosting.* until 28 Feb 2026 at \$20\.25$/ }));
  expect(screen.getAllByRole('button', { name: /^Renew / })).toHaveLength(1);
  expect(calls.filter(({ request }) => request === 'PUT /project/subscription/renew').map(({ body }) => body)).toEqual([
    { id: 's1', version: 2 },
  ]);
  const read = calls.flatMap(({ request }) => /^GET .*subscription\/(.+)/.exec(request)?.[1] ?? []);
  expect(new Set(read)).toEqual(new Set(['s1', 's2']));
});
