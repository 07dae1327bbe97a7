import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { triedSelection } from '@/bulk/bulk';
import { paths } from '@/paths';
import { DraftsContext, openDrafts } from '@/shared/storage/draftStore';
import { useToasts } from '@/shared/toast';
import { renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';
import { PlanPage } from './PlanPage';
import { actionText, byMonth, decisionsIn, effectOf, whoseText } from './plan';
import type { ForecastEvent, Outcome, Plan, PlanChange } from './types';

const account = vi.hoisted(() => ({ email: 'ann@example.com', isAdmin: true, isClient: true }));
vi.mock('@/session/useAccount', () => ({ useAccount: () => account }));

const today = new Date().toISOString().slice(0, 10);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const [first, last] = [today.slice(0, 7), inDays(365).slice(0, 7)];

const event = (id: string, kind: ForecastEvent['kind'], on: string, more: Partial<ForecastEvent> = {}) => ({
  on,
  kind,
  subscriptionId: id,
  name: `Hosting ${id}`,
  projectId: 'p1',
  projectName: 'Web shop',
  companyId: 'c1',
  companyName: 'Northwind',
  price: 1200,
  monthlyPrice: { before: 100, after: kind === 'ends' ? 0 : 100 },
  responsible: [{ email: 'bob@example.com', displayName: 'Bob' }],
  ...more,
});

const events = [
  event('a', 'cancelBy', inDays(3)),
  event('b', 'renews', inDays(5), { monthlyPrice: { before: 100, after: 110 } }),
  event('c', 'ends', inDays(9)),
  event('a', 'renews', inDays(33)),
];

interface Asked {
  until: string;
  changes: PlanChange[];
}

/** Each change brings ten dollars a month more. */
function outcome({ changes }: Asked): Outcome {
  const month = (name: string) => ({
    month: name,
    price: 1000,
    cost: 600,
    plannedPrice: 1000 + 10 * changes.length,
    plannedCost: 600,
  });
  return {
    months: [month(first), month(last)],
    changes: changes.map(() => ({ total: 3, changes: 2, refusedTotal: 1 })),
    customersAbove: 2 * changes.length,
  };
}

const year = {
  'GET /forecast': () => {
    const answer = listOf(events);
    answer.headers.set('Totals', JSON.stringify({ count: 4, monthlyPrice: -90 }));
    return answer;
  },
  'POST /forecast': ({ body }: { body: unknown }) => outcome(body as Asked),
};

const kept: Plan = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  name: 'Price rise',
  until: last,
  changes: [
    { list: 'projectSubscription', ids: ['a'], query: null, action: 'reprice', params: { percent: 5 }, on: inDays(20) },
  ],
  isShared: false,
  isOwn: true,
  keptAt: '2026-11-01T09:00:00Z',
  version: 3,
};

beforeEach(() => {
  account.isAdmin = true;
  sessionStorage.clear();
  triedSelection.set(null);
});

function Toasts() {
  return useToasts().map(({ id, text, action }) => (
    <p key={id}>
      {text}
      {action && (
        <button type="button" onClick={action.run}>
          {action.label}
        </button>
      )}
    </p>
  ));
}

function open(search = '') {
  return renderAt(
    `${paths.app.plan()}${search}`,
    <DraftsContext value={openDrafts('ann@example.com')}>
      <PlanPage />
      <Toasts />
    </DraftsContext>,
  );
}

const effect = (text: string) =>
  screen.findByText((_, element) => element?.role === 'status' && element.textContent === text);

it('begins with the decisions that are due, each tried by one click, and says what that does to the year', async () => {
  const calls = serve(year);
  const { user } = open();
  const due = (await screen.findByRole('heading', { name: 'What is due next?' })).closest('section') as HTMLElement;
  const decisions = await within(due).findAllByRole('listitem');
  expect(
    decisions.map((item) =>
      within(item)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['Let it end', 'Another price…'],
    ['Let it end', 'Another price…'],
    ['Renew', 'Renew automatically', 'Another price…'],
  ]);
  const asked = calls.filter(({ request }) => request === 'GET /forecast').map(({ query }) => query.get('Kind'));
  expect(asked).toContain('cancelBy,renews,ends');
  expect(decisions[0]).toHaveTextContent(/Renews, unless it is canceled by .* \(in 3 days\)/);

  await user.click(within(decisions[2] as HTMLElement).getByRole('button', { name: 'Renew' }));
  await screen.findByText(/^Subscriptions bring \$20 more until .*, 2 customers above 10 %\.$/);
  expect(screen.queryByText('What is due next?')).toBeNull();
  const change = screen.getByRole('list', { name: 'What is tried' });
  expect(change).toHaveTextContent('RenewHosting c, Northwind2 of 3 change, 1 refused'.replace('Renew', 'Renew '));
  expect(screen.getByRole('slider')).toHaveFocus();
  expect(calls.findLast(({ request }) => request === 'POST /forecast')?.body).toEqual({
    until: last,
    changes: [{ list: 'projectSubscription', ids: ['c'], action: 'renew', params: {}, on: inDays(9) }],
  });
  await user.click(screen.getByRole('button', { name: 'Margin' }));
  await screen.findByText(/^Subscriptions bring \$20 more margin until .*, 2 customers above 10 %\.$/);
});

it('has a margin for whoever sees the cost of all of it', async () => {
  account.isAdmin = false;
  const rows = [{ margin: 5 }, { margin: 7 }, { margin: null as number | null }];
  const calls = serve({
    ...year,
    'GET /project/subscription': ({ query }: { query: URLSearchParams }) =>
      listOf(rows.slice(Number(query.get('PageNumber')) - 1).slice(0, 1), rows.length),
  });
  open();
  await effect(`Subscriptions bring $1,000.00 a month now, $1,000.00 in ${monthInWords(last)}.`);
  await waitFor(() => expect(calls.filter(({ request }) => request === 'GET /project/subscription')).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'Margin' })).toBeNull();
  cleanup();
  rows.pop();
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Margin' }));
  await effect(`The margin is $400.00 a month now, $400.00 in ${monthInWords(last)}.`);
  cleanup();
  // Who sees no cost is not asked for more.
  const asked = serve({
    ...year,
    'POST /forecast': ({ body }: { body: unknown }) => {
      const { months, ...rest } = outcome(body as Asked);
      return { ...rest, months: months.map((month) => ({ ...month, cost: null, plannedCost: null })) };
    },
  });
  open('?show=margin');
  await effect(`Subscriptions bring $1,000.00 a month now, $1,000.00 in ${monthInWords(last)}.`);
  expect(asked.map(({ request }) => request)).not.toContain('GET /project/subscription');
});

it('lists what happens by month, with what it changes and who is responsible', async () => {
  serve(year);
  open();
  await screen.findByText(`4 events until ${monthInWords(last)}. Together they change the value by -$90.00 a month.`);
  const months = byMonth(events).map(({ month }) => screen.getByRole('region', { name: monthInWords(month) }));
  const rows = months.flatMap((month) => within(month).getAllByRole('listitem'));
  expect(rows[0]).toHaveTextContent(/Last day to decideHosting aNorthwind, Web shop\$100\.00 a monthBob$/);
  expect(rows[1]).toHaveTextContent('+$10.00 a month');
  expect(rows[2]).toHaveTextContent('-$100.00 a month');
});

it('a selection of subscriptions is asked about, and the day is typed or moved on the chart', async () => {
  const calls = serve(year);
  triedSelection.set({ records: { query: 'State=renews' }, count: 12 });
  const { user } = open();
  await screen.findByText('For the 12 subscriptions that you selected');
  await user.type(screen.getByLabelText(/^Percent/), '5');
  await user.click(screen.getByRole('button', { name: 'From the next renewal' }));
  await user.click(screen.getByRole('button', { name: 'Try it' }));
  await screen.findByText('Price +5 % from the renewal');
  const sent = () => calls.findLast(({ request }) => request === 'POST /forecast')?.body as Asked;
  await waitFor(() =>
    expect(sent().changes).toEqual([
      {
        list: 'projectSubscription',
        query: 'State=renews',
        action: 'reprice',
        params: { percent: 5, from: 'renewal' },
        on: today,
      },
    ]),
  );
  const mark = screen.getByRole<HTMLInputElement>('slider', {
    name: 'Day: Price +5 % from the renewal, 3 subscriptions',
  });
  expect(mark.valueAsNumber).toBe(Number(mark.min));
  const day = screen.getByLabelText<HTMLInputElement>(/^Day: Price/, { selector: '[type=date]' });
  await user.clear(day);
  await user.type(day, inDays(40));
  await waitFor(() => expect(sent().changes[0]?.on).toBe(inDays(40)));
  expect(mark.valueAsNumber).toBe(Number(mark.min) + 40);
  fireEvent.change(mark, { target: { value: String(mark.valueAsNumber + 1) } });
  await waitFor(() => expect(sent().changes[0]?.on).toBe(inDays(41)));
  expect(day).toHaveValue(inDays(41));
});

it('what is tried and not saved is there again after a reload, until it is taken out', async () => {
  serve(year);
  const { user } = open();
  await user.click((await screen.findAllByRole('button', { name: 'Let it end' }))[0] as HTMLElement);
  await screen.findByText(/^Subscriptions bring \$20 more until .*, 2 customers above 10 %\.$/);
  cleanup();
  const { user: later } = open();
  await screen.findByText('Not saved');
  await later.click(await screen.findByRole('button', { name: /^Take out: / }));
  await screen.findByText('What is due next?');
  await later.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('list', { name: 'What is tried' });
});

it('keeps a plan, and tells when somebody else has saved it', async () => {
  let stored = kept;
  const calls = serve({
    ...year,
    'GET /plan': () => [stored],
    'PUT /plan': ({ body }: { body: unknown }) => {
      const { version } = body as Plan;
      if (version !== stored.version) return Response.json({ title: 'Conflict', current: stored }, { status: 409 });
      stored = { ...stored, ...(body as Plan), version: version + 1 };
      return stored;
    },
  });
  const { user } = open(`?plan=${kept.id}`);
  await screen.findByText('Price rise');
  stored = { ...kept, version: 4, changes: [] };
  await screen.findByRole('slider');
  const day = screen.getByLabelText<HTMLInputElement>(/^Day: Price/, { selector: '[type=date]' });
  await user.clear(day);
  await user.type(day, inDays(60));
  await user.click(screen.getByRole('button', { name: 'Save plan' }));
  await screen.findByText(/^Somebody changed this plan meanwhile/);
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  await user.click(screen.getByRole('button', { name: 'Save plan' }));
  await screen.findByText('The plan Price rise is saved.');
  expect(calls.findLast(({ request }) => request === 'PUT /plan')?.body).toEqual({
    id: kept.id,
    name: kept.name,
    until: kept.until,
    isShared: false,
    version: 4,
    changes: [{ ...kept.changes[0], on: inDays(60) }],
  });
  expect(screen.queryByText('Not saved')).toBeNull();
});

/** A server that keeps plans. */
function serveKept(...stored: Plan[]) {
  const byId = new Map(stored.map((plan) => [plan.id, plan]));
  return serve({
    ...year,
    'GET /plan': () => [...byId.values()],
    'POST /plan': ({ body }: { body: unknown }) => {
      const id = `new-${byId.size}`;
      byId.set(id, { ...kept, isShared: false, ...(body as Partial<Plan>), id, version: 1 });
      return Response.json(byId.get(id), { status: 201 });
    },
    'PUT /plan': ({ body }: { body: unknown }) => {
      const { id } = body as Plan;
      byId.set(id, { ...(byId.get(id) as Plan), ...(body as Plan) });
      return byId.get(id);
    },
    'DELETE /plan': ({ body }: { body: unknown }) => {
      byId.delete((body as Plan).id);
      return new Response(null, { status: 204 });
    },
    'POST /plan/apply': { total: 1, changes: 0, refused: [], refusedTotal: 0, rows: [] },
  });
}

it('is kept under a name and shared, renamed and removed', async () => {
  const calls = serveKept();
  const sent = (request: string) => calls.findLast((call) => call.request === request)?.body;
  const { user } = open();
  await user.click((await screen.findAllByRole('button', { name: 'Let it end' }))[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Save plan' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save Plan' });
  await user.type(within(dialog).getByLabelText(/^Name/), 'Less');
  await user.click(within(dialog).getByLabelText('Share with all'));
  await user.click(within(dialog).getByRole('button', { name: 'Save plan' }));
  await screen.findByText('The plan Less is saved.');
  expect(sent('POST /plan')).toMatchObject({ name: 'Less', isShared: true, until: last, changes: [{ ids: ['a'] }] });
  await screen.findByText('Shared');
  expect(screen.queryByText('Not saved')).toBeNull();

  const manage = async (name: string, verb: string) => {
    const manager = { name: `Manage ${name}` };
    if (!screen.queryByRole('button', manager)) await user.click(screen.getByRole('button', { name: 'Plans' }));
    await user.click(await screen.findByRole('button', manager));
    await user.click(screen.getByRole('button', { name: verb }));
  };
  await manage('Less', 'Rename');
  const renaming = await screen.findByRole('dialog', { name: 'Renaming Plan: Less' });
  await user.clear(within(renaming).getByLabelText(/^Name/));
  await user.type(within(renaming).getByLabelText(/^Name/), 'Fewer');
  await user.click(within(renaming).getByRole('button', { name: 'Rename' }));
  await screen.findByText('The plan Fewer is saved.');
  expect(sent('PUT /plan')).toMatchObject({ id: 'new-0', name: 'Fewer', isShared: true, version: 1 });

  await manage('Fewer', 'Share no longer');
  await waitFor(() => expect(sent('PUT /plan')).toMatchObject({ name: 'Fewer', isShared: false }));
  await waitFor(() => expect(screen.queryByText('Shared')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  const removing = await screen.findByRole('dialog', { name: 'Removing Plan: Fewer' });
  expect(removing).not.toHaveTextContent('Everyone sees it');
  await user.click(within(removing).getByRole('button', { name: 'Remove' }));
  await screen.findByText('The plan Fewer is removed.');
  expect(sent('DELETE /plan')).toEqual({ id: 'new-0' });
  // Its page is left.
  await screen.findByText('What is due next?');
});

it('a moderator applies a shared plan as one of their own', async () => {
  account.isAdmin = false;
  const calls = serveKept({ ...kept, isShared: true, isOwn: false });
  const { user } = open(`?plan=${kept.id}`);
  await screen.findByText('Shared');
  await user.click(screen.getByRole('button', { name: 'Plans' }));
  await user.click(await screen.findByRole('button', { name: 'Manage Price rise' }));
  for (const name of ['Rename', 'Remove', 'Share no longer']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Apply…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save Plan' });
  expect(within(dialog).queryByLabelText('Share with all')).toBeNull();
  await user.type(within(dialog).getByLabelText(/^Name/), 'Mine');
  await user.click(within(dialog).getByRole('button', { name: 'Save plan' }));
  await screen.findByRole('dialog', { name: 'Apply: Mine' });
  expect(calls.findLast(({ request }) => request === 'POST /plan')?.body).toEqual({
    name: 'Mine',
    until: last,
    changes: kept.changes,
  });
  expect(calls.filter(({ request }) => /^PUT|apply/.test(request)).map(({ body }) => body)).toEqual([
    { id: 'new-1', preview: true },
  ]);
});

it('shows what applying does, row by row, before it is done', async () => {
  const calls = serve({
    ...year,
    'GET /plan': [kept],
    'POST /plan/apply': ({ body }: { body: unknown }) =>
      (body as { preview: boolean }).preview
        ? {
            total: 2,
            changes: 1,
            refused: [{ id: 'x', name: 'Backup', reason: 'It is planned already.', isNew: true }],
            refusedTotal: 1,
            keptAt: '2026-11-01T09:00:00Z',
            sinceTotal: 3,
            rows: [
              {
                id: 'a',
                name: 'Hosting a',
                companyName: 'Northwind',
                projectName: 'Web shop',
                price: 100,
                fields: [{ name: 'plannedPrice', label: 'Planned Price', before: null, after: 105 }],
                since: [{ name: 'price', label: 'Price', before: 90, after: 100 }],
              },
              {
                id: 'b',
                name: 'Hosting b',
                companyName: 'Northwind',
                projectName: 'Web shop',
                price: 105,
                fields: [],
                since: [{ name: 'price', label: 'Price', before: 100, after: 105 }],
              },
            ],
            effect: { monthlyPrice: { before: 100, after: 105 }, monthlyCost: null },
          }
        : { id: 'job' },
  });
  const { user } = open(`?plan=${kept.id}`);
  await user.click(await screen.findByRole('button', { name: 'Apply…' }));
  const panel = await screen.findByRole('dialog', { name: 'Apply: Price rise' });
  await within(panel).findByRole('row', {
    name: /^Hosting a.*Planned Price.*\$100\.00.*\$105\.00.*Price.*\$90\.00.*\$100\.00/,
  });
  within(panel).getByRole('row', { name: /^Hosting b.*Stays as it is.*Price.*\$100\.00.*\$105\.00/ });
  within(panel).getByText(/^3 subscriptions have changed since the plan was saved, on 1 Nov 2026/);
  expect(within(panel).queryByText(/more change/)).toBeNull();
  within(panel).getByRole('row', { name: 'Worth a month $100.00 $105.00 +$5.00' });
  expect(within(panel).getByText('Backup').parentElement).toHaveTextContent(
    'Backup It is planned already.Added since then',
  );
  await user.click(within(panel).getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(panel).not.toBeInTheDocument());
  expect(calls.filter(({ request }) => request === 'POST /plan/apply').map(({ body }) => body)).toEqual([
    { id: kept.id, preview: true },
    { id: kept.id, preview: false },
  ]);
});

it('says in its place what could not be read, and keeps the rest', async () => {
  serve({ 'GET /forecast': year['GET /forecast'] });
  const { user } = open();
  await screen.findByText('The year ahead could not be computed.');
  await screen.findByText(`4 events until ${monthInWords(last)}. Together they change the value by -$90.00 a month.`);
  serve(year);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await effect(`Subscriptions bring $1,000.00 a month now, $1,000.00 in ${monthInWords(last)}.`);
});

function monthInWords(month: string): string {
  return new Date(`${month}-01`).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

it('a plan that is gone says so', async () => {
  serve({ ...year, 'GET /plan': [] });
  open(`?plan=${kept.id}`);
  await screen.findByText('This plan is not there');
  screen.getByRole('link', { name: 'Begin a new one' });
});

it('says what a change does, and for which subscriptions', () => {
  const change = (action: PlanChange['action'], params: PlanChange['params']) => actionText({ action, params });
  expect([
    change('reprice', { percent: -2.5 }),
    change('reprice', { amount: 10, from: 'renewal' }),
    change('reprice', { price: 99 }),
    change('renew', { months: 24 }),
    change('setRenewal', { autoRenew: false }),
    change('cancel', { reason: 'Moved' }),
  ]).toEqual([
    'Price −2.5 %',
    'Price +$10.00 from the renewal',
    'Price $99.00',
    'Renew for 2 years',
    'Let it end',
    'Cancel',
  ]);
  const whose = (records: Partial<PlanChange>, total?: number) =>
    whoseText({ ...(kept.changes[0] as PlanChange), ids: null, ...records }, total, events);
  expect(whose({ ids: ['b'] })).toBe('Hosting b, Northwind');
  expect(whose({ ids: ['x'] }, 1)).toBe('1 subscription');
  expect(whose({ query: 'CompanyId=c1' }, 7)).toBe('7 subscriptions of Northwind');
  expect(whose({ query: '' })).toBe('All that match');
});

it('adds the cents of the months, and takes the next decisions, one of each subscription', () => {
  const month = (price: number, plannedPrice: number) => ({
    month: first,
    price,
    cost: null,
    plannedPrice,
    plannedCost: null,
  });
  const months = [month(0.1, 0.3), month(0.2, 0.3), month(1, 0.9)];
  expect(effectOf({ months, changes: [], customersAbove: 0 }, 'price')).toBe(0.2);
  const ahead = [...events, event('d', 'cancelBy', inDays(40))];
  expect(decisionsIn(ahead).map(({ subscriptionId }) => subscriptionId)).toEqual(['a', 'b', 'c']);
  expect(decisionsIn(ahead, 9).map(({ subscriptionId, kind }) => [subscriptionId, kind])).toEqual([
    ['a', 'cancelBy'],
    ['b', 'renews'],
    ['c', 'ends'],
    ['d', 'cancelBy'],
  ]);
});

it('counts the subscriptions of a change once where all of them change', async () => {
  serve({
    ...year,
    'GET /plan': [{ ...kept, changes: [{ ...kept.changes[0], ids: ['a', 'c', 'x'] }] }],
    'POST /forecast': ({ body }: { body: unknown }) => ({
      ...outcome(body as Asked),
      changes: [{ total: 3, changes: 3, refusedTotal: 0 }],
    }),
  });
  open(`?plan=${kept.id}`);
  await screen.findByText(/^Subscriptions bring /);
  const [change] = within(screen.getByRole('list', { name: 'What is tried' })).getAllByRole('listitem');
  expect(change).toHaveTextContent(/^Price \+5 % 3 subscriptions$/);
});

it('says why a plan can not be applied', async () => {
  serve({
    ...year,
    'GET /plan': [kept],
    'POST /plan/apply': () =>
      Response.json(
        { title: 'Validation failed', errors: { On: ['Day must be in the months of the plan.'] } },
        { status: 400 },
      ),
  });
  const { user } = open(`?plan=${kept.id}`);
  await user.click(await screen.findByRole('button', { name: 'Apply…' }));
  await within(await screen.findByRole('dialog')).findByText('Day must be in the months of the plan.');
});

it('leads to the projects where nothing happens yet', async () => {
  serve({ ...year, 'GET /forecast': () => listOf([]) });
  open();
  expect(await screen.findByRole('link', { name: 'Go to projects' })).toHaveAttribute('href', paths.projects.list());
});
