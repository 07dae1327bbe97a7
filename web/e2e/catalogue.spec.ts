import type { Page } from '@playwright/test';
import type { Api } from './support/api';
import { expect, field, heldToast, test, toast, unique } from './support/test';
import { addUser, openAs } from './support/users';

interface Item {
  id: string;
  name: string;
}

const addCategory = (api: Api, kind: string, name: string) => api.call('POST', `${kind}/categories`, { name });

const addProduct = (api: Api, categoryName: string, name: string) =>
  api.call<Item>('POST', 'product', { categoryName, name, status: 0 });

function categories(page: Page) {
  return page.getByRole('region', { name: 'Categories' });
}

test('a subscription is created, shown with its cost, edited and found', async ({ page, at, api }) => {
  const [category, name] = [unique('Hosting'), unique('Backup')];
  await addCategory(api, 'subscription', category);
  await page.goto(at('app/subscriptions'));
  await page.getByRole('link', { name: 'Add New' }).first().click();
  await expect(page).toHaveURL(at('app/subscriptions/new'));
  await page.getByRole('button', { name: 'Add subscription' }).click();
  for (const label of ['Name', 'Category', 'Cost']) {
    await expect(page.getByText(`${label} field is required.`)).toBeVisible();
  }
  await field(page, 'Name').fill(name);
  await field(page, 'Category').selectOption(category);
  await field(page, 'Cost').fill('0');
  await field(page, 'Details').click();
  await expect(page.getByText('Cost must be a positive amount of at most 999999999.99.')).toBeVisible();
  await field(page, 'Cost').fill('1,234.5');
  await field(page, 'Details').fill('Nightly');
  await expect(field(page, 'Cost')).toHaveValue('1234.50');
  await page.getByRole('button', { name: 'Add subscription' }).click();

  // 'new' is replaced by the id.
  await expect(page).toHaveURL(/\/subscriptions\/[0-9a-f-]{36}$/);
  const details = page.url();
  await expect(page.getByText('$1,234.50 USD')).toBeVisible();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(field(page, 'Cost')).toHaveValue('1234.50');
  await expect(field(page, 'Category')).toHaveValue(category);
  await field(page, 'Status').selectOption('Unavailable');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(details);
  await expect(page.getByText('Unavailable').first()).toBeVisible();
  expect(await api.call('GET', `subscription/${details.split('/').at(-1)}`)).toMatchObject({ cost: 1234.5, status: 1 });

  await page.getByRole('link', { name: category }).click();
  await expect(page).toHaveURL((url) => url.searchParams.get('category') === category);
  await page.getByRole('searchbox', { name: 'Search subscriptions' }).fill(name);
  const card = page.getByRole('main').getByRole('link', { name });
  await expect(card).toContainText('Nightly');
  await expect(card).toContainText(category);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Deprecated');
  await expect(page.getByText('No subscription matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(card).toBeVisible();
});

test('a category is added, filters the list, is removed and brought back', async ({ page, at }) => {
  const name = unique('Shelf');
  await page.goto(at('app/products'));
  await page.getByRole('button', { name: 'Add category' }).click();
  const adding = page.getByRole('dialog', { name: 'New category' });
  await field(adding, 'Name').fill(name);
  await adding.getByRole('button', { name: 'Add category' }).click();
  await expect(page).toHaveURL((url) => url.searchParams.get('category') === name);
  await expect(page.getByText(`No products in ${name}`)).toBeVisible();
  await expect(categories(page).getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('button', { name: 'Remove category' }).click();
  const dialog = page.getByRole('dialog', { name: `Removing Category: ${name}` });
  await expect(dialog).toContainText('Are you sure you want to remove this category?');
  const width = (await dialog.boundingBox())?.width ?? 0;
  expect(width).toBeGreaterThanOrEqual(280);
  expect(width).toBeLessThanOrEqual(400);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remove category' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  const removed = await heldToast(page, `Category ${name} is removed.`);
  await expect(categories(page).getByRole('button', { name })).toHaveCount(0);
  await expect(page).toHaveURL(at('app/products'));
  await removed.getByRole('button', { name: 'Undo' }).click();
  await expect(categories(page).getByRole('button', { name })).toBeVisible();
});

test('a category without products offers to add one; one that is not there leads to all', async ({ page, at, api }) => {
  const category = unique('Bare');
  await addCategory(api, 'product', category);
  await page.goto(at(`app/products?category=${encodeURIComponent(category)}`));
  await expect(page.getByText(`No products in ${category}`)).toBeVisible();
  await page.getByRole('link', { name: 'Add New' }).last().click();
  await expect(field(page, 'Category')).toHaveValue(category);

  await page.goto(at('app/products?category=Nowhere'));
  await expect(page.getByText('There is no category Nowhere')).toBeVisible();
  await page.getByRole('link', { name: 'Show all products' }).click();
  await expect(page).toHaveURL(at('app/products'));
});

test.describe('when the server is busy', () => {
  test.use({ expectedErrors: /status of 503/ });

  test('a category that could not be removed or restored says so', { tag: '@prove' }, async ({ page, at, api }) => {
    const [live, marked] = [unique('Live'), unique('Marked')];
    for (const name of [live, marked]) await addCategory(api, 'product', name);
    await addProduct(api, marked, 'Holder');
    await api.call('DELETE', 'product/categories', { name: marked });
    await page.route(/\/product\/categories(\/restore)?$/, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 503, json: {} }),
    );
    await page.goto(at('app/products'));
    await categories(page).getByRole('button', { name: live }).click();
    await page.getByRole('button', { name: 'Remove category' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    const told = toast(page, `Couldn't remove category: ${live}`);
    await expect(told).toBeVisible();
    // Above the dialog, and within reach: a press on it is none on the backdrop, which would close the dialog.
    await told.getByRole('button', { name: 'Close' }).click();
    await expect(told).toBeHidden();
    await expect(page.getByRole('dialog')).toContainText('This did not work. Try again, or cancel.');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await categories(page).getByRole('button', { name: marked }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(toast(page, `Couldn't restore category: ${marked}`)).toBeVisible();
  });
});

test.describe('as others', () => {
  test.use({ signedIn: false });

  test('a moderator reads the catalogue, without cost or buttons', { tag: '@prove' }, async ({
    page,
    server,
    at,
    api,
  }) => {
    const [category, name] = [unique('Hosting'), unique('Seen')];
    await addCategory(api, 'subscription', category);
    const item = await api.call<Item>('POST', 'subscription', { categoryName: category, name, status: 0, cost: 77 });
    const support = await addUser(api, 'Sam Support');
    await api.addModerator((await api.createCompany(unique('Client'))).id, support.email, 3);
    await openAs(page, server, support, at(`app/subscriptions?search=${encodeURIComponent(name)}`));
    await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible();
    for (const button of ['Add category', 'Remove category']) {
      await expect(page.getByRole('button', { name: button })).toHaveCount(0);
    }
    await expect(page.getByRole('link', { name: 'Add New' })).toHaveCount(0);
    await page.goto(at(`app/subscriptions/${item.id}`));
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByText('$77.00')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
    await page.goto(at(`app/subscriptions/${item.id}/edit`));
    await expect(page.getByText('Only administrators work here')).toBeVisible();
  });
});
