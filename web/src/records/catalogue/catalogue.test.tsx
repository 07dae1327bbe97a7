import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectApi } from '@/api/client';
import { paths } from '@/paths';
import { products } from '@/records/product/resource';
import { subscriptions } from '@/records/subscription/resource';
import { noteChangeOfAnswer, notify, undoRequest } from '@/shared/toast';
import { failToReadAgain, lastActionTakesPage, renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';
import { CataloguePage } from './CataloguePage';
import { RenameCategory } from './CategoryDialogs';
import { EditItem, NewItem } from './forms';
import { ItemDetails } from './ItemDetails';
import { backup, router as product } from './testItems';

const account = vi.hoisted(() => ({ displayName: 'Ada', isAdmin: true, isClient: false }));
vi.mock('@/session/useAccount', () => ({ useAccount: () => account }));

const list = paths.products.list();
const details = paths.products.details('i1');
const categories = [
  { data: { name: 'Hosting', isRemoved: false, removedAt: null, itemCount: 1 } },
  { data: { name: 'Legacy', isRemoved: true, removedAt: '2026-11-14T10:00:00Z', itemCount: 12 } },
];
const unused = { total: 0, data: [] };
const used = {
  total: 12,
  data: [{ kind: 'projectProduct', id: 'u1', name: 'Router', parentId: 'p1', parentName: 'Web shop' }],
};

beforeEach(() => {
  account.isAdmin = true;
  vi.restoreAllMocks();
});

function serveList(more: Record<string, unknown> = {}) {
  return serve({
    'GET /product': () => listOf([product]),
    'GET /product/categories': () => listOf(categories),
    ...more,
  });
}

const panel = () => screen.findByRole('region', { name: 'Categories' });

describe('the list', () => {
  it('shows name, category and status of a product', async () => {
    serveList();
    renderAt(list, <CataloguePage catalogue={products} />);
    const card = await screen.findByRole('link', { name: /Router/ });
    expect(card).toHaveAttribute('href', details);
    expect(card).toHaveTextContent('Hosting');
    expect(card).toHaveTextContent('Available');
  });

  it('shows name, details and category of a subscription', async () => {
    serve({
      'GET /subscription': () => listOf([{ ...backup, details: 'Nightly', isRemoved: true }]),
      'GET /subscription/categories': () => listOf(categories),
    });
    renderAt(paths.subscriptions.list(), <CataloguePage catalogue={subscriptions} />);
    const card = await screen.findByRole('link', { name: /Backup/ });
    expect(card).toHaveTextContent('Nightly');
    expect(card).toHaveTextContent('Cost: $12.50 a term');
    expect(card).toHaveTextContent('Hosting');
    expect(card).toHaveTextContent('Pending Remove');
  });

  it('keeps category, status and the rest of the filter in the address', async () => {
    const calls = serveList();
    const { user, router } = renderAt(`${list}?page=2`, <CataloguePage catalogue={products} />);
    await user.click(await screen.findByRole('button', { name: /^Hosting/ }));
    await user.selectOptions(screen.getByLabelText('Status'), 'Unavailable');
    await user.selectOptions(screen.getByLabelText('Show'), 'Active');
    await user.selectOptions(screen.getByLabelText('Sort'), 'Newest first');
    expect(router.state.location.search).toBe(
      '?category=Hosting&status=temporarilyUnavailable&removed=exclude&sort=-createdAt',
    );
    await waitFor(() =>
      expect(Object.fromEntries(calls.at(-1)?.query ?? [])).toEqual({
        PageNumber: '1',
        PageSize: '24',
        CategoryName: 'Hosting',
        Status: 'temporarilyUnavailable',
        SortBy: 'createdAt',
        SortDescending: 'true',
        Removed: 'exclude',
      }),
    );
    expect(screen.getByRole('link', { name: 'Add New' })).toHaveAttribute('href', paths.products.create('Hosting'));
    await user.click(screen.getByRole('button', { name: /^All/ }));
    expect(screen.getByRole('link', { name: 'Add New' })).toHaveAttribute('href', paths.products.create());
    expect(router.state.location.search).not.toContain('category');
  });

  it('can be refreshed after a failure', async () => {
    let fails = true;
    serveList({ 'GET /product': () => (fails ? Response.json({}, { status: 503 }) : listOf([product])) });
    const { user } = renderAt(list, <CataloguePage catalogue={products} />);
    const refresh = await screen.findByRole('button', { name: 'An Error Occurred! Click Here To Refresh.' });
    fails = false;
    await user.click(refresh);
    expect(await screen.findByRole('link', { name: /Router/ })).toBeVisible();
  });

  it('is only for reading to those who are no administrators', async () => {
    account.isAdmin = false;
    serveList();
    renderAt(`${list}?category=Legacy`, <CataloguePage catalogue={products} />);
    expect(await screen.findByText(/^This category is not removed\./)).toBeVisible();
    for (const name of ['Add category', 'Remove category', 'Restore']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    expect(screen.queryByRole('link', { name: 'Add New' })).toBeNull();
  });
});

describe('categories', () => {
  it('are loaded to the last page', async () => {
    serveList({
      'GET /product/categories': ({ query }: { query: URLSearchParams }) => {
        const page = Number(query.get('PageNumber'));
        const pagination = { totalItems: 2, totalPages: 2, currentPage: page, itemsPerPage: 1 };
        return Response.json(categories.slice(page - 1, page), {
          headers: { Pagination: JSON.stringify(pagination) },
        });
      },
    });
    renderAt(list, <CataloguePage catalogue={products} />);
    expect(await screen.findByRole('button', { name: /^Hosting/ })).toBeVisible();
    expect(screen.getByRole('button', { name: /Legacy.*Pending Remove/ })).toBeVisible();
  });

  it('tell how many items they hold, also when they can not be read again', async () => {
    serveList();
    const { client } = renderAt(list, <CataloguePage catalogue={products} />);
    await within(await panel()).findByRole('button', { name: /Hosting/ });
    await failToReadAgain(client);
    for (const name of [/^All.* 13 products$/, /^Hosting.* 1 product$/, /^Legacy.* 12 products$/]) {
      expect(await screen.findByRole('button', { name })).toBeVisible();
    }
  });

  it('can be added, and the new one is chosen', async () => {
    const calls = serveList({
      'POST /product/categories': { data: { name: 'Hardware', isRemoved: false, removedAt: null } },
    });
    const { user, router } = renderAt(list, <CataloguePage catalogue={products} />);
    await user.click(await screen.findByRole('button', { name: 'Add category' }));
    const dialog = await screen.findByRole('dialog', { name: 'New category' });
    await user.click(within(dialog).getByRole('button', { name: 'Add category' }));
    expect(await within(dialog).findByText('Name field is required.')).toBeVisible();
    await user.type(within(dialog).getByLabelText(/^Name/), 'Hardware');
    await user.click(within(dialog).getByRole('button', { name: 'Add category' }));
    await waitFor(() => expect(router.state.location.search).toBe('?category=Hardware'));
    expect(calls.find(({ request }) => request.startsWith('POST'))?.body).toEqual({ name: 'Hardware' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([404, 500])('leave a %i of an adding to the page', async (status) => {
    serveList({ 'POST /product/categories': () => Response.json({}, { status }) });
    const { user, client } = renderAt(list, <CataloguePage catalogue={products} />);
    await user.click(await screen.findByRole('button', { name: 'Add category' }));
    const dialog = await screen.findByRole('dialog', { name: 'New category' });
    await user.type(within(dialog).getByLabelText(/^Name/), 'Hardware{Enter}');
    await waitFor(() => expect(lastActionTakesPage(client)).toBe(true));
  });

  async function askForRemoval(result: unknown, items: unknown = unused) {
    let left = categories;
    const calls = serveList({
      'GET /product/categories': () => listOf(left),
      'GET /product/categories/Hosting/dependants': items,
      'DELETE /product/categories': () => {
        if (result === 2) left = categories.slice(1);
        return result;
      },
      'PUT /product/categories/restore': 1,
    });
    const rendered = renderAt(`${list}?category=Hosting`, <CataloguePage catalogue={products} />);
    await rendered.user.click(await screen.findByRole('button', { name: 'Remove category' }));
    const dialog = await screen.findByRole('dialog', { name: 'Removing Category: Hosting' });
    expect(dialog).toHaveTextContent('Are you sure you want to remove this category?');
    return { ...rendered, calls, dialog };
  }

  it('without items are dropped, and Undo brings them back', async () => {
    const success = vi.spyOn(notify, 'success');
    const { user, router, dialog, calls } = await askForRemoval(2);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(within(await panel()).queryByRole('button', { name: /^Hosting/ })).toBeNull();
    // What is gone must not be asked for again: a 404 would lead away from the page.
    const after = calls.slice(calls.findIndex(({ request }) => request.startsWith('DELETE')));
    expect(after.filter(({ request }) => request.endsWith('/dependants'))).toEqual([]);
    success.mock.calls[0]?.[1]?.run();
    await waitFor(() => expect(success).toHaveBeenLastCalledWith('Category Hosting is restored.'));
    expect(calls.find(({ request }) => request.startsWith('PUT'))?.body).toEqual({ name: 'Hosting' });
  });

  it('with items say what is in the way', async () => {
    const items = { total: 1, data: [{ kind: 'product', id: 'i1', name: 'Router', parentId: null, parentName: null }] };
    const { dialog } = await askForRemoval(1, items);
    expect(await within(dialog).findByRole('link', { name: 'Router' })).toHaveAttribute('href', details);
    expect(dialog).toHaveTextContent('1 product now');
  });

  it('say so when they could not be removed', async () => {
    const error = vi.spyOn(notify, 'error');
    const { user, dialog } = await askForRemoval(() => Response.json({}, { status: 503 }));
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(error).toHaveBeenCalledWith("Couldn't remove category: Hosting"));
    expect(within(await panel()).getByRole('button', { name: /^Hosting/ })).toBeVisible();
  });

  it('that are marked removed are restored or finalized', async () => {
    const calls = serveList({
      'GET /product/categories/Legacy/dependants': unused,
      'PUT /product/categories/restore': 1,
    });
    const { user } = renderAt(`${list}?category=Legacy`, <CataloguePage catalogue={products} />);
    expect(
      await screen.findByText('This category is not removed. Remove its products then finalize it, or restore it.'),
    ).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Finalize removal' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(() =>
      expect(calls.find(({ request }) => request === 'PUT /product/categories/restore')?.body).toEqual({
        name: 'Legacy',
      }),
    );
  });

  it('say so when they could not be restored', async () => {
    const error = vi.spyOn(notify, 'error');
    serveList({ 'PUT /product/categories/restore': () => Response.json({}, { status: 503 }) });
    const { user } = renderAt(`${list}?category=Legacy`, <CataloguePage catalogue={products} />);
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(error).toHaveBeenCalledWith("Couldn't restore category: Legacy"));
  });
});

describe('an item', () => {
  function renderDetails(item = product, uses: unknown = unused, more: Record<string, unknown> = {}) {
    const calls = serveList({ 'GET /product/i1': item, 'GET /product/i1/dependants': uses, ...more });
    return { calls, ...renderAt(details, <ItemDetails catalogue={products} />, `${list}/:prodId`) };
  }

  it('is created with its category, and shown', async () => {
    const calls = serve({
      'GET /subscription/categories': () => listOf(categories),
      'POST /subscription': { ...backup, id: 'i9' },
    });
    const { user, router } = renderAt(paths.subscriptions.create('Hosting'), <NewItem catalogue={subscriptions} />);
    await user.type(await screen.findByLabelText(/^Name/), ' Backup ');
    await user.type(screen.getByLabelText(/^Cost/), '12.5');
    // What is marked removed takes nothing new.
    expect(screen.queryByRole('option', { name: 'Legacy' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add subscription' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.subscriptions.details('i9')));
    expect(calls.find(({ request }) => request.startsWith('POST'))?.body).toEqual({
      categoryName: 'Hosting',
      name: 'Backup',
      details: null,
      status: 0,
      cost: 12.5,
      costCurrencyName: 'USD',
      noticeDays: null,
    });
  });

  it('starts without a category that is on its way out', async () => {
    serve({ 'GET /subscription/categories': () => listOf(categories) });
    renderAt(paths.subscriptions.create('Legacy'), <NewItem catalogue={subscriptions} />);
    expect(await screen.findByLabelText(/^Category/)).toHaveValue('');
  });

  it('is edited at its version', async () => {
    const calls = serveList({ 'GET /product/i1': product, 'PUT /product': product });
    const { user, router } = renderAt(
      paths.products.edit('i1'),
      <EditItem catalogue={products} />,
      `${list}/:prodId/edit`,
    );
    await user.selectOptions(await screen.findByLabelText(/^Status/), 'Unavailable');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(details));
    expect(calls.find(({ request }) => request === 'PUT /product')?.body).toEqual({
      data: { id: 'i1', version: 3, categoryName: 'Hosting', name: 'Router', details: null, status: 1 },
    });
  });

  async function remove({ user }: ReturnType<typeof renderDetails>) {
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = screen.getByRole('dialog', { name: 'Removing Product: Router' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }

  it.each([
    ['gone', 2],
    ['not there any more', 0],
  ])('that is %s leads up to the list', async (_, result) => {
    const rendered = renderDetails(product, unused, { 'DELETE /product': result });
    await remove(rendered);
    expect(rendered.router.state.location.pathname).toBe(list);
  });

  it('that projects use names them before and after', async () => {
    const rendered = renderDetails(product, used, { 'DELETE /product': 1 });
    const use = await screen.findByRole('link', { name: 'Web shop' });
    expect(use).toHaveAttribute('href', paths.projects.product('p1', 'u1'));
    expect(screen.getByText('and 11 more')).toBeVisible();
    await remove(rendered);
    expect(rendered.router.state.location.pathname).toBe(details);
    // Also when they can not be read again.
    await failToReadAgain(rendered.client);
    expect(screen.getByText('and 11 more')).toBeVisible();
  });

  it('that is marked removed can be restored, and finalized once nothing uses it', async () => {
    const success = vi.spyOn(notify, 'success');
    const marked = { ...product, isRemoved: true, removedAt: product.createdAt };
    const { user } = renderDetails(marked, used, { 'PUT /product/restore': 1 });
    expect(await screen.findByText('Must Remove all projects using this item first.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Finalize removal' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(success).toHaveBeenCalledWith('Router is restored.'));
  });

  it('shows its cost in dollars, unless it is hidden', async () => {
    serve({ 'GET /subscription/i2': backup, 'GET /subscription/i2/dependants': unused });
    renderAt(
      paths.subscriptions.details('i2'),
      <ItemDetails catalogue={subscriptions} />,
      `${paths.subscriptions.list()}/:subId`,
    );
    expect(await screen.findByText('$12.50 USD a term')).toBeVisible();
  });

  it('offers nothing to change to those who are no administrators', async () => {
    account.isAdmin = false;
    renderDetails();
    expect(await screen.findByRole('heading', { name: 'Router' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Upload photo' })).toBeNull();
    expect(screen.queryByText('Used in projects')).toBeNull();
  });
});

describe('the form that renames a category', () => {
  const [onRenamed, onCancel] = [vi.fn(), vi.fn()];
  const open = async () => {
    const { user } = renderAt(
      list,
      <RenameCategory catalogue={products} name="Hosting" onRenamed={onRenamed} onCancel={onCancel} />,
    );
    const dialog = await screen.findByRole('dialog', { name: 'Renaming Category: Hosting' });
    return { user, dialog, field: within(dialog).getByRole('textbox', { name: /^New Name/ }) };
  };

  beforeEach(() => {
    onRenamed.mockReset();
    onCancel.mockReset();
  });

  it('begins with the name, sends both, and tells of it', async () => {
    const calls = serve({ 'PUT /product/categories': { data: { name: 'Servers', isRemoved: false } } });
    const success = vi.spyOn(notify, 'success');
    const { user, dialog, field } = await open();
    expect(field).toHaveValue('Hosting');
    await user.clear(field);
    await user.type(field, 'Servers');
    await user.click(within(dialog).getByRole('button', { name: 'Rename' }));
    await waitFor(() => expect(onRenamed).toHaveBeenCalledWith('Servers'));
    expect(calls[0]?.body).toEqual({ name: 'Hosting', newName: 'Servers' });
    expect(success.mock.calls[0]?.[0]).toBe('Category Hosting is called Servers now.');
  });

  it('offers Undo, which leads back to the list of the old name', async () => {
    const answer = { data: { name: 'Servers', isRemoved: false } };
    serve({ 'PUT /product/categories': () => Response.json(answer, { headers: { 'Change-Seq': '812' } }) });
    connectApi({ token: () => 'token', onFailure: () => {}, onChange: noteChangeOfAnswer });
    const success = vi.spyOn(notify, 'success');
    const { user, dialog, field } = await open();
    await user.type(field, ' and more');
    await user.click(within(dialog).getByRole('button', { name: 'Rename' }));
    await waitFor(() => expect(success).toHaveBeenCalled());
    success.mock.calls[0]?.[1]?.run();
    expect(undoRequest.get()).toEqual({
      target: { seq: 812 },
      leave: { from: paths.products.category('Servers'), to: paths.products.category('Hosting') },
    });
  });

  it('sends no empty name, and shows why the server refuses one', async () => {
    const problem = { errors: { NewName: ['New Name is already a category.'] } };
    const calls = serve({ 'PUT /product/categories': () => Response.json(problem, { status: 400 }) });
    const { user, dialog, field } = await open();
    await user.clear(field);
    await user.click(within(dialog).getByRole('button', { name: 'Rename' }));
    expect(await within(dialog).findByText('New Name field is required.')).toBeVisible();
    expect(calls).toHaveLength(0);
    await user.type(field, 'Legacy');
    await user.click(within(dialog).getByRole('button', { name: 'Rename' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('New Name is already a category.');
    expect(onRenamed).not.toHaveBeenCalled();
  });

  it('changes nothing when it is canceled', async () => {
    const calls = serve({});
    const { user, dialog } = await open();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(onCancel).toHaveBeenCalled();
    expect(calls).toHaveLength(0);
  });
});
