import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { dropJobs, followJobs } from '@/shared/jobs';
import { renderAt } from '@/testApp';
import { serve } from '@/testServer';
import BulkPanel from './BulkPanel';
import { type BulkRequest, bulkRequest } from './bulk';

const reprice: BulkRequest = { list: 'projectSubscription', records: { ids: ['a', 'b'] }, count: 2, action: 'reprice' };
const row = (id: string, name: string, before: number, after: number) => ({
  id,
  name,
  companyName: 'Northwind',
  projectName: 'Web shop',
  fields: [{ name: 'price', label: 'Price', before, after }],
});
const preview = {
  total: 3,
  changes: 3,
  refused: [],
  refusedTotal: 0,
  rows: [row('a', 'Hosting', 100, 97.5), row('b', 'Mail', 10, 9.75)],
  effect: { monthlyPrice: { before: 110, after: 107.25 }, monthlyCost: { before: 60, after: 60 } },
};

beforeEach(() => {
  dropJobs();
  followJobs('ann@example.com');
});

function open(request: BulkRequest) {
  const onClose = vi.fn();
  return { ...renderAt('/app/renewals', <BulkPanel request={request} onClose={onClose} />), onClose };
}

function remembered() {
  return JSON.parse(localStorage.getItem('btracker.jobs') ?? 'null');
}

test('asks, previews and starts; the job is remembered', async () => {
  const calls = serve({
    'POST /bulk': ({ body }: { body: unknown }) => ((body as { preview: boolean }).preview ? preview : { id: 'job' }),
  });
  const onStarted = vi.fn();
  const { user, onClose } = open({ ...reprice, onStarted });
  await user.type(screen.getByLabelText(/Percent/), '-2.5{Enter}');
  await screen.findByText('Every price falls by 2.5 %. It counts from the next renewal of each on.');
  screen.getByText('3 records change.');
  screen.getByRole('row', { name: /^Hosting.*Northwind · Web shop.*\$100\.00.*\$97\.50/ });
  screen.getByRole('row', { name: 'Worth a month $110.00 $107.25 -$2.75' });
  screen.getByRole('row', { name: 'Margin a month $50.00 $47.25 -$2.75' });
  screen.getByText('And 1 more record alike.');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Change price' })).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const sent = {
    list: 'projectSubscription',
    ids: ['a', 'b'],
    action: 'reprice',
    params: { percent: -2.5, from: 'renewal' },
  };
  expect(calls.map(({ body }) => body)).toEqual([
    { ...sent, preview: true },
    { ...sent, preview: false },
  ]);
  expect(onStarted).toHaveBeenCalled();
  expect(remembered()).toEqual({ owner: 'ann@example.com', jobs: [{ id: 'job', label: 'Change price' }] });
});

test.each(['0', '-100', '1000.1', '5,5', 'five'])('refuses %s percent before it is sent', async (percent) => {
  const calls = serve({});
  const { user } = open(reprice);
  await user.type(screen.getByLabelText(/Percent/), `${percent}{Enter}`);
  await screen.findByText(/^Percent must be more than -100/);
  expect(calls).toEqual([]);
});

test('what was typed stays, for another way and after Back', async () => {
  const calls = serve({ 'POST /bulk': preview });
  const { user } = open(reprice);
  await user.type(screen.getByLabelText(/Percent/), '5');
  await user.click(screen.getByRole('button', { name: 'To a price' }));
  await user.type(screen.getByLabelText(/Price/), '12.50{Enter}');
  await screen.findByText(/^Every price becomes \$12\.50\./);
  expect(calls[0]?.body).toMatchObject({ params: { price: 12.5 } });
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByLabelText(/Price/)).toHaveValue('12.50');
  await user.click(screen.getByRole('button', { name: 'By percent' }));
  expect(screen.getByLabelText(/Percent/)).toHaveValue('5');
});

test('a price counts from now, from the next renewal or from a day, and a planned one stands beside the one of now', async () => {
  const planned = {
    ...row('a', 'Hosting', 0, 0),
    price: 100,
    fields: [
      { name: 'plannedPrice', label: 'Planned Price', before: null, after: 105 },
      { name: 'plannedFrom', label: 'Planned From', before: null, after: '2099-01-01T00:00:00Z' },
    ],
  };
  const calls = serve({ 'POST /bulk': { ...preview, rows: [planned] } });
  const { user } = open(reprice);
  await user.type(screen.getByLabelText(/Percent/), '5');
  await user.click(screen.getByRole('button', { name: 'From a day' }));
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByText('Day field is required.');
  await user.type(screen.getByLabelText(/^Day/), '2020-01-01');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByText('Day must be after today.');
  await user.clear(screen.getByLabelText(/^Day/));
  await user.type(screen.getByLabelText(/^Day/), '2099-01-01');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByText('Every price rises by 5 %. It counts from 1 Jan 2099 on.');
  screen.getByRole('row', { name: /^Hosting.*\$100\.00.*\$105\.00/ });
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await user.click(screen.getByRole('button', { name: 'From now' }));
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByText('Every price rises by 5 %.');
  expect(calls.map(({ body }) => (body as { params: object }).params)).toEqual([
    { percent: 5, from: '2099-01-01T00:00:00Z' },
    { percent: 5, from: 'now' },
  ]);
});

test.each([
  ['projectSubscription', 'cancel', 'isCanceled', [false, true], 'No.*Yes'],
  ['user', 'disable', 'status', [0, 1], 'Enabled.*Disabled'],
  ['product', 'setStatus', 'status', [0, 1], 'Available.*Unavailable'],
  ['company', 'addModerator', 'role', [null, 2], '–.*Manager'],
] as const)('the rows of %s have what %s changes, alike or from nothing', async (list, action, name, values, shown) => {
  const [before, after] = values;
  const rows = ['Hosting', 'Mail'].map((of) => ({
    ...row(of, of, 0, 0),
    fields: [{ name, label: name, before, after }],
  }));
  serve({ 'POST /bulk': { ...preview, rows } });
  open({ list, records: { ids: ['Hosting', 'Mail'] }, count: 2, action, params: {} });
  await screen.findByRole('row', { name: new RegExp(`^Hosting.*${shown}`) });
  screen.getByRole('row', { name: new RegExp(`^Mail.*${shown}`) });
});

test('a field that changes in a later row alone has its column', async () => {
  const cost = { name: 'price', label: 'Price', before: 10, after: 12 };
  const endAt = { name: 'endAt', label: 'End At', before: '2026-04-17T23:59:59Z', after: '2026-05-17T23:59:59Z' };
  const rows = [
    { ...row('a', 'Hosting', 0, 0), fields: [endAt] },
    { ...row('b', 'Mail', 0, 0), fields: [{ ...endAt, name: 'startAt', label: 'Start At' }, endAt, cost] },
  ];
  serve({ 'POST /bulk': { ...preview, rows } });
  open({ ...reprice, action: 'renew', params: {} });
  await screen.findByRole('row', { name: /^Mail.*17 Apr 2026.*17 May 2026.*\$10\.00.*\$12\.00$/ });
  expect(screen.queryByText('Start At')).toBeNull();
});

test('shows what goes, what is refused and why; what hurts is not under the next Enter', async () => {
  serve({
    'POST /bulk': {
      total: 6,
      changes: 4,
      refused: [{ id: 'x', name: 'Web shop', reason: 'Your role does not allow this.' }],
      refusedTotal: 2,
      contents: { companies: 1, projects: 1, products: 0, subscriptions: 2, monthlyPrice: 120.5, monthlyCost: null },
      rows: [{ id: 'c', name: 'Northwind', companyName: '', projectName: '', fields: [] }],
      effect: { monthlyPrice: { before: 120.5, after: 0 }, monthlyCost: null },
    },
  });
  const { user } = open({
    list: 'company',
    records: { ids: ['c'] },
    count: 1,
    action: 'removeWithContents',
    name: 'Northwind',
  });
  await screen.findByRole('heading', { name: 'Remove with contents: Northwind' });
  await screen.findByText('4 records change.');
  screen.getByRole('row', { name: 'Worth a month $120.50 $0.00 -$120.50' });
  expect(screen.queryByText('Cost a month')).toBeNull();
  expect(screen.queryByText('Products')).toBeNull();
  expect(screen.getByText('Web shop').parentElement).toHaveTextContent('Web shop Your role does not allow this.');
  screen.getByText('And 1 more.');
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();

  screen.getByText(/not in the reports of earlier months any more/);
  await user.click(screen.getByRole('button', { name: 'Cancel subscriptions instead' }));
  expect(bulkRequest.get()).toMatchObject({
    list: 'projectSubscription',
    records: { query: 'CompanyId=c&State=notStarted,active,renews' },
    action: 'cancel',
    name: 'Northwind',
  });
});

test('an action that would change nothing can not be started', async () => {
  serve({ 'POST /bulk': { total: 1, changes: 0, refused: [], refusedTotal: 0, rows: [] } });
  open({ list: 'user', records: { ids: ['x@example.com'] }, count: 1, action: 'enable' });
  await screen.findByText('Nothing would change.');
  expect(screen.queryByRole('button', { name: 'Enable' })).toBeNull();
});

test('a preview that fails is tried again', async () => {
  const reason = 'At most 10000 records are changed at once, contents and roles included. Choose fewer.';
  serve({ 'POST /bulk': () => Response.json({ reason, code: 'tooManyRecords' }, { status: 422 }) });
  const { user } = open({ list: 'company', records: { query: '' }, count: 20_000, action: 'remove' });
  await screen.findByText(reason);
  serve({ 'POST /bulk': preview });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('3 records change.');
});

test('a start that is refused says why, and leaves the dialog as it is', async () => {
  const reason = 'At most 3 of your bulk actions are under way at once. Wait for one to end, or stop it.';
  serve({
    'POST /bulk': ({ body }: { body: unknown }) =>
      (body as { preview: boolean }).preview ? preview : Response.json({ reason }, { status: 422 }),
  });
  const { user, onClose } = open({ ...reprice, params: { amount: 5 } });
  await user.click(await screen.findByRole('button', { name: 'Change price' }));
  await screen.findByText(new RegExp(reason));
  screen.getByText('Every price rises by $5.00.');
  expect(onClose).not.toHaveBeenCalled();
  expect(remembered()).toBeNull();
});
