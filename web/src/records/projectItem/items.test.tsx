import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { paths } from '@/paths';
import { hosting, laptop, seenWith, site } from '@/records/project/testProject';
import { projectProducts } from '@/records/projectProduct/resource';
import { periodControls } from '@/records/projectSubscription/PeriodFields';
import { projectSubscriptions } from '@/records/projectSubscription/resource';
import { SubscriptionBadge } from '@/records/projectSubscription/StateBadge';
import { subscriptionState } from '@/records/projectSubscription/state';
import { FactSections } from '@/resource/DetailsPage';
import { notify } from '@/shared/toast';
import { renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';
import { EditItem, NewItem } from './forms';
import { ItemActions } from './ItemDetailsPage';
import { ItemPage } from './ItemPage';
import { ItemSection } from './ItemSection';

const account = vi.hoisted(() => ({ displayName: 'Ada', isAdmin: false }));
vi.mock('@/session/useAccount', () => ({ useAccount: () => account }));

const details = paths.projects.details('p1');
const subscription = paths.projects.subscription('p1', 's1');
const product = paths.projects.product('p1', 'd1');

/** As a Developer edits it while someone else changes its price. */
function RepricedProduct() {
  const [stored, setStored] = useState({ ...laptop, cost: null });
  return (
    <>
      <button type="button" onClick={() => setStored({ ...stored, price: 1100, version: 5 })}>
        She changes the price
      </button>
      <EditItem items={projectProducts} access={seenWith({ setProductStatus: true }).access} item={stored} />
    </>
  );
}

describe('a new subscription', () => {
  it('runs from the first second of its first day to the last of its last', async () => {
    const offered = { id: 'cs1', name: 'Hosting', categoryName: 'Servers', status: 0 };
    const calls = serve({ 'GET /subscription': [offered], 'POST /project/subscription': hosting });
    const { user, router } = renderAt(
      paths.projects.newSubscription('p1'),
      <NewItem items={projectSubscriptions} project={site} />,
    );
    await user.type(await screen.findByRole('combobox', { name: /Subscription/ }), 'host');
    await user.click(await screen.findByRole('option', { name: /Hosting/ }));
    fireEvent.change(screen.getByLabelText(/^Start At/), { target: { value: '2026-11-14' } });
    fireEvent.change(screen.getByLabelText(/^End At/), { target: { value: '2027-11-13' } });
    await user.click(screen.getByLabelText('Auto Renew'));
    await user.type(screen.getByLabelText(/^Price/), '20.5');
    await user.click(screen.getByRole('button', { name: 'Add subscription' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(details));
    const added = calls.find(({ request }) => request === 'POST /project/subscription');
    expect(added?.body).toEqual({
      projectId: 'p1',
      subscriptionId: 'cs1',
      startAt: '2026-11-14T00:00:00Z',
      endAt: '2027-11-13T23:59:59Z',
      autoRenew: true,
      noticeDays: null,
      price: 20.5,
      details: null,
    });
  });

  it('begins with a year and the price of its last use, and says a price below the cost', async () => {
    const offered = { id: 'cs1', name: 'Hosting', categoryName: 'Servers', status: 0, cost: 30 };
    const last = { ...hosting, price: 45, projectName: 'Shop', companyName: 'Acme' };
    const calls = serve({
      'GET /subscription': [offered],
      'GET /subscription/cs1': offered,
      'GET /project/subscription': listOf([last]),
      'POST /project/subscription': hosting,
    });
    const { user, router } = renderAt(
      paths.projects.newSubscription('p1'),
      <NewItem items={projectSubscriptions} project={site} />,
    );
    const box = await screen.findByRole('combobox', { name: /Subscription/ });
    await user.type(box, 'host');
    await user.click(await screen.findByRole('option', { name: /Hosting/ }));
    const price = screen.getByLabelText(/^Price/);
    await waitFor(() => expect(price).toHaveValue('45.00'));
    expect(await screen.findByText(/Margin \$15\.00, 33 % of the price\. Filled in as in/)).toBeVisible();
    await user.clear(price);
    await user.type(price, '20');
    expect(await screen.findByText(/The price is below the cost: it loses \$10\.00\./)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save and add another' }));
    await waitFor(() => expect(screen.getByLabelText(/^Price/)).toHaveValue(''));
    expect(router.state.location.pathname).toBe(paths.projects.newSubscription('p1'));
    const added = calls.find(({ request }) => request === 'POST /project/subscription');
    const { startAt, endAt } = (added?.body ?? {}) as { startAt: string; endAt: string };
    const days = (Date.parse(endAt) - Date.parse(startAt)) / 86_400_000;
    expect(Math.round(days)).toBeGreaterThanOrEqual(365);
  });

  it('can not end before it starts, nor renew within a day; a change of the other field clears that', async () => {
    serve({ 'GET /subscription': [] });
    const { user } = renderAt(
      paths.projects.newSubscription('p1'),
      <NewItem items={projectSubscriptions} project={site} />,
    );
    const start = screen.getByLabelText(/^Start At/);
    fireEvent.change(start, { target: { value: '2026-11-14' } });
    fireEvent.change(screen.getByLabelText(/^End At/), { target: { value: '2026-11-13' } });
    await user.click(screen.getByRole('button', { name: 'Add subscription' }));
    expect(await screen.findByText('End At can not be before Start At.')).toBeVisible();
    fireEvent.change(start, { target: { value: '2026-11-13' } });
    await waitFor(() => expect(screen.queryByText('End At can not be before Start At.')).toBeNull());

    await user.click(screen.getByLabelText('Auto Renew'));
    await user.click(screen.getByRole('button', { name: 'Add subscription' }));
    const renewal = 'End At must be at least a day after Start At when it renews.';
    expect(await screen.findByText(renewal)).toBeVisible();
    await user.click(screen.getByLabelText('Auto Renew'));
    await waitFor(() => expect(screen.queryByText(renewal)).toBeNull());
  });
});

describe('what the catalogue lacks', () => {
  async function search() {
    serve({ 'GET /subscription': [] });
    renderAt(paths.projects.newSubscription('p1'), <NewItem items={projectSubscriptions} project={site} />);
    await screen.findByText(/to the catalogue/);
    return screen.queryByRole('link', { name: 'Add a subscription to the catalogue' });
  }

  it('is told to be added by administrators', async () => {
    expect(await search()).toBeNull();
    expect(screen.getByText('Administrators add to the catalogue what is missing.')).toBeVisible();
  });

  it('can be added by an administrator', async () => {
    onTestFinished(() => {
      account.isAdmin = false;
    });
    account.isAdmin = true;
    expect(await search()).toHaveAttribute('href', expect.stringContaining(paths.subscriptions.create()));
    expect(screen.queryByText(/^Administrators add/)).toBeNull();
  });
});

describe('editing a subscription', () => {
  it('leaves the hours of days that were not touched', async () => {
    const renewed = { ...hosting, startAt: '2026-01-01T08:30:00Z', endAt: '2026-02-01T08:30:00Z' };
    const calls = serve({ 'PUT /project/subscription': renewed });
    const { user, router } = renderAt(
      `${subscription}/edit`,
      <EditItem items={projectSubscriptions} access={site.access} item={renewed} />,
    );
    fireEvent.change(screen.getByLabelText(/^End At/), { target: { value: '2026-03-01' } });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(subscription));
    expect(calls[0]?.body).toMatchObject({
      id: 's1',
      version: 2,
      startAt: '2026-01-01T08:30:00Z',
      endAt: '2026-03-01T23:59:59Z',
    });
  });

  it('leaves the hours of a period that a refusal has brought', async () => {
    const current = { ...hosting, startAt: '2027-01-01T08:30:00Z', endAt: '2028-01-01T08:30:00Z', version: 3 };
    const answers = [Response.json({ changedBy: 'Ann', current }, { status: 409 }), current];
    const calls = serve({ 'PUT /project/subscription': () => answers.shift() });
    const { user, router } = renderAt(
      `${subscription}/edit`,
      <EditItem items={projectSubscriptions} access={site.access} item={hosting} />,
    );
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Reload' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(subscription));
    expect(calls[1]?.body).toMatchObject({ version: 3, startAt: current.startAt, endAt: current.endAt });
  });
});

describe('the price of a subscription that runs', () => {
  const running = { ...hosting, startAt: '2026-01-01T00:00:00Z', endAt: '2099-12-31T23:59:59Z', autoRenew: true };
  const edit = 'PUT /project/subscription';
  const plan = 'PUT /project/subscription/plan';

  async function changePrice(item = running, planned: unknown = { ...running, version: 4 }) {
    const calls = serve({ [edit]: { ...running, version: 3 }, [plan]: planned });
    const { user, router } = renderAt(
      `${subscription}/edit`,
      <EditItem items={projectSubscriptions} controls={periodControls} access={site.access} item={item} />,
    );
    const field = screen.getByLabelText(/^Price/);
    await user.clear(field);
    await user.type(field, '24');
    return {
      user,
      save: async () => {
        await user.click(screen.getByRole('button', { name: 'Save' }));
        await waitFor(() => expect(router.state.location.pathname).toBe(subscription));
        return calls.map(({ request, body }) => [request, body]);
      },
    };
  }

  it('is planned for the next renewal', async () => {
    const { save } = await changePrice();
    expect(await screen.findByRole('button', { name: 'From the next renewal', pressed: true })).toBeVisible();
    expect(await save()).toEqual([[plan, { id: 's1', version: 2, price: 24, from: null }]]);
  });

  it('counts from a day that is still to come', async () => {
    const { user, save } = await changePrice();
    await user.click(await screen.findByRole('button', { name: 'From a day' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Day must be after today.')).toBeVisible();
    fireEvent.change(screen.getByLabelText(/^Day/), { target: { value: '2026-01-01' } });
    expect(screen.getByText('Day must be after today.')).toBeVisible();
    fireEvent.change(screen.getByLabelText(/^Day/), { target: { value: '2099-03-01' } });
    expect(await save()).toEqual([[plan, { id: 's1', version: 2, price: 24, from: '2099-03-01T00:00:00Z' }]]);
  });

  it('counts at once where somebody says so, and where nothing runs', async () => {
    const { user, save } = await changePrice();
    await user.click(await screen.findByRole('button', { name: 'From now' }));
    expect(await save()).toEqual([[edit, expect.objectContaining({ version: 2, price: 24 })]]);
    cleanup();
    const ended = await changePrice({ ...running, endAt: '2026-02-01T00:00:00Z', autoRenew: false });
    expect(await ended.save()).toEqual([[edit, expect.objectContaining({ price: 24 })]]);
    expect(screen.queryByRole('button', { name: 'From now' })).toBeNull();
  });

  it('is asked for again when somebody else was faster, whose change says nothing of it', async () => {
    const current = { ...running, details: 'hers', version: 3 };
    const answers = [Response.json({ changedBy: 'Ann', current }, { status: 409 }), current];
    const { user, save } = await changePrice(running, () => answers.shift());
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const told = within(await screen.findByRole('alert')).getAllByRole('listitem');
    expect(told.map(({ textContent }) => textContent)).toEqual(['Details is now: hers']);
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(screen.getByLabelText(/^Price/)).toHaveValue('20.25');
    expect(await save()).toHaveLength(2);
  });

  it('is planned after what else was changed, which counts at once', async () => {
    const { user, save } = await changePrice();
    await user.type(screen.getByLabelText(/^Details/), 'Agreed by phone');
    const [first, second] = await save();
    expect(first).toEqual([edit, expect.objectContaining({ version: 2, price: 20.25, details: 'Agreed by phone' })]);
    expect(second).toEqual([plan, { id: 's1', version: 3, price: 24, from: null }]);
  });
});

describe('a product', () => {
  it('is attached with its status, price and cost', async () => {
    const offered = { id: 'cp1', name: 'Laptop', categoryName: 'Hardware', status: 0 };
    const calls = serve({ 'GET /product': [offered], 'POST /project/product': laptop });
    const { user, router } = renderAt(
      paths.projects.newProduct('p1'),
      <NewItem items={projectProducts} project={site} />,
    );
    await user.click(await screen.findByRole('combobox', { name: /Product/ }));
    await user.click(await screen.findByRole('option', { name: /Laptop/ }));
    await user.click(screen.getByRole('button', { name: 'Add product' }));
    expect(await screen.findByText('Price field is required.')).toBeVisible();
    await user.selectOptions(screen.getByLabelText(/^Status/), 'In Progress');
    await user.type(screen.getByLabelText(/^Price/), '1200.1');
    await user.type(screen.getByLabelText(/^Cost/), '900');
    await user.click(screen.getByRole('button', { name: 'Add product' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(details));
    expect(calls.find(({ request }) => request === 'POST /project/product')?.body).toEqual({
      projectId: 'p1',
      productId: 'cp1',
      status: 1,
      price: 1200.1,
      cost: 900,
      details: null,
    });
  });

  it('is edited by a Developer in status and details alone; the rest goes back as it came', async () => {
    const project = seenWith({ setProductStatus: true });
    const calls = serve({ 'PUT /project/product': laptop });
    const { user, router } = renderAt(
      `${product}/edit`,
      <EditItem items={projectProducts} access={project.access} item={{ ...laptop, cost: null }} />,
    );
    expect(screen.queryByLabelText(/^Price/)).toBeNull();
    expect(screen.queryByLabelText(/^Cost/)).toBeNull();
    await user.selectOptions(screen.getByLabelText(/^Status/), 'Delivered');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(product));
    expect(calls[0]?.body).toMatchObject({ id: 'd1', version: 4, status: 2, price: 1200.1, cost: null });
  });

  it('goes back with the price of the moment, about which a Developer is asked nothing', async () => {
    const current = { ...laptop, cost: null, price: 999, details: 'hers', version: 6 };
    const answers = [Response.json({ changedBy: 'Ann', current }, { status: 409 }), laptop];
    const calls = serve({ 'PUT /project/product': () => answers.shift() });
    const { user, router } = renderAt(`${product}/edit`, <RepricedProduct />);
    await user.type(screen.getByLabelText(/^Details/), 'mine');
    await user.click(screen.getByText('She changes the price'));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Details is now: hers')).toBeVisible();
    expect(calls[0]?.body).toMatchObject({ version: 5, price: 1100, details: 'mine' });
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(product));
    expect(calls[1]?.body).toMatchObject({ version: 6, price: 999, cost: null, details: 'mine' });
  });

  it('is removed after asking, which leads to the project', async () => {
    const calls = serve({ 'DELETE /project/product': () => new Response(null, { status: 204 }) });
    const { user, router } = renderAt(
      product,
      <ItemActions items={projectProducts} access={site.access} item={laptop} />,
    );
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(details));
    expect(calls[0]?.body).toEqual({ id: 'd1' });
  });

  it.each([
    [1, 'Laptop is restored.'],
    [0, 'Laptop is gone and can not be restored.'],
    [2, 'Laptop can not be restored while its project or the product in the catalogue is removed.'],
    [() => Response.json({ reason: 'A project holds 500.' }, { status: 422 }), 'A project holds 500.'],
  ])('comes back by Undo, or tells why not (%s)', async (answer, told) => {
    const calls = serve({
      'DELETE /project/product': () => new Response(null, { status: 204 }),
      'PUT /project/product/restore': answer,
    });
    const success = vi.spyOn(notify, 'success');
    const error = vi.spyOn(notify, 'error');
    const { user } = renderAt(product, <ItemActions items={projectProducts} access={site.access} item={laptop} />);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(success).toHaveBeenCalledWith('Laptop is removed.', expect.anything()));
    success.mock.lastCall?.[1]?.run();
    await waitFor(() => expect(answer === 1 ? success : error).toHaveBeenLastCalledWith(told));
    expect(calls.find(({ request }) => request === 'PUT /project/product/restore')?.body).toEqual({ id: 'd1' });
  });
});

describe('canceling', () => {
  it('asks for a reason', async () => {
    const calls = serve({ 'PUT /project/subscription/cancel': { ...hosting, isCanceled: true } });
    const { user } = renderAt(
      subscription,
      <ItemActions items={projectSubscriptions} access={site.access} item={hosting} />,
    );
    await user.click(screen.getByRole('button', { name: 'Cancel subscription' }));
    await screen.findByLabelText(/^Cancelation Reason/);
    const confirm = screen.getAllByRole('button', { name: 'Cancel subscription' }).at(-1) as HTMLElement;
    await user.click(confirm);
    expect(await screen.findByText('Cancelation Reason field is required.')).toBeVisible();
    await user.type(screen.getByLabelText(/^Cancelation Reason/), 'Too dear');
    await user.click(confirm);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls[0]?.body).toEqual({ id: 's1', cancelationReason: 'Too dear' });
  });

  it('is not offered for what is canceled', () => {
    renderAt(
      subscription,
      <ItemActions items={projectSubscriptions} access={site.access} item={{ ...hosting, isCanceled: true }} />,
    );
    expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Edit' })).toBeVisible();
  });
});

it('says below products what their amounts are', () => {
  renderAt(details, <ItemSection items={projectProducts} project={site} note="Paid once" />);
  expect(screen.getByText('Paid once')).toBeVisible();
});

describe('what a role may do', () => {
  it('Support edits and cancels subscriptions, and attaches or removes none', () => {
    const project = seenWith({ editSubscriptions: true });
    renderAt(
      subscription,
      <>
        <ItemActions items={projectSubscriptions} access={project.access} item={hosting} />
        <ItemSection items={projectSubscriptions} project={project} />
        <ItemSection items={projectProducts} project={project} />
      </>,
    );
    expect(screen.getByRole('button', { name: 'Cancel subscription' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Edit' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(screen.queryByRole('link', { name: /^Add/ })).toBeNull();
  });

  it('a hidden cost has neither column nor field', () => {
    const project = seenWith({});
    renderAt(
      details,
      <>
        <ItemSection items={projectSubscriptions} project={project} />
        <ItemSection items={projectProducts} project={project} />
        <FactSections description={projectProducts} record={{ ...laptop, cost: null }} />
        <ItemActions items={projectProducts} access={project.access} item={laptop} />
      </>,
    );
    expect(screen.queryByText('Cost')).toBeNull();
    expect(screen.getAllByText('$1,200.10')).toHaveLength(2);
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  it('nothing is added to a project that is being removed', () => {
    renderAt(details, <ItemSection items={projectSubscriptions} project={{ ...site, isRemoved: true }} />);
    expect(screen.queryByRole('link', { name: 'Add subscription' })).toBeNull();
  });
});

describe('the state of a subscription', () => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  it.each([
    [{}, 'active'],
    [{ endAt: '2026-11-29T12:00:00Z' }, 'endsSoon'],
    [{ endAt: '2026-11-29T12:00:01Z' }, 'active'],
    [{ endAt: '2026-11-15T11:59:59Z' }, 'ended'],
    [{ endAt: '2026-11-15T11:59:59Z', autoRenew: true }, 'renews'],
    [{ startAt: '2026-11-16T00:00:00Z' }, 'notStarted'],
    [{ startAt: '2026-11-16T00:00:00Z', autoRenew: true }, 'notStarted'],
    [{ autoRenew: true, isCanceled: true }, 'canceled'],
  ])('%o is %s', (change, state) => {
    expect(subscriptionState({ ...hosting, ...change }, now)).toBe(state);
  });
});

it.each([
  [{ cancelationReason: 'Moves' }, 'Moves'],
  [{ isCanceled: true, cancelationReason: 'Moves' }, 'Moves'],
  [{ cancelationReason: null }, undefined],
])('%o says why it ends', (change, reason) => {
  renderAt(subscription, <FactSections description={projectSubscriptions} record={{ ...hosting, ...change }} />);
  expect(screen.queryByText('Cancelation Reason')?.nextElementSibling?.textContent).toBe(reason);
});

it('a page that stays open goes on with the time', () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ now: Date.parse('2026-12-17T12:00:00Z') });
  renderAt(
    subscription,
    <>
      <FactSections description={projectSubscriptions} record={hosting} />
      <SubscriptionBadge subscription={hosting} />
    </>,
  );
  expect(screen.getByText(/, in 14 days$/)).toBeVisible();
  expect(screen.getByText('Active')).toBeVisible();
  act(() => vi.advanceTimersByTime(86_400_000));
  expect(screen.getByText(/, in 13 days$/)).toBeVisible();
  expect(screen.getByText('Ends soon')).toBeVisible();
  act(() => vi.advanceTimersByTime(15 * 86_400_000));
  expect(screen.getByText('Ended')).toBeVisible();
});

describe('an item that the cache lacks', () => {
  function open(answer: () => unknown) {
    serve({ 'GET /project/p1': answer });
    const pattern = `${paths.projects.list()}/:projId/prd/:prodId`;
    return renderAt(
      product,
      <ItemPage items={projectProducts}>{(_, { product: item }) => item.name}</ItemPage>,
      pattern,
    );
  }

  it('is not there once a fresh answer says so', async () => {
    window.history.replaceState(null, '', product); // the address that the browser shows
    const { router } = open(() => ({ ...site, products: [] }));
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.app.notFound()));
  });

  it('may still be there when the server can not be asked', async () => {
    let asked = 0;
    const answers = [{ ...site, products: [] }, Response.json({}, { status: 503 }), site];
    const { user } = open(() => answers[asked++]);
    await user.click(await screen.findByRole('button', { name: 'An Error Occurred! Click Here To Refresh.' }));
    expect(await screen.findByText('Laptop')).toBeVisible();
  });
});
