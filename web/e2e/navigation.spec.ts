import type { Page } from '@playwright/test';
import { administrator } from './support/server';
import { expect, expectAccessible, field, test, toast, unique } from './support/test';

test.describe('signed in', () => {
  test.use({ expectedErrors: /Not Found/ });

  test('the root, the start and the bare app area lead to the dashboard', async ({ page, at, server }) => {
    for (const address of [server.url, `${server.url}btracker`, at('app')]) {
      await page.goto(address);
      await expect(page).toHaveURL(at('app/dashboard'));
    }
    // An unknown path outside the app leads inside as well.
    await page.goto(at('nowhere'));
    await expect(page).toHaveURL(at('app/not-found'));
  });
});

test.describe('signed out', () => {
  test.use({ signedIn: false, expectedErrors: /status of 500|The form was not saved|Not Found/ });

  test('an unknown path leads to Not Found, a defect to Server Error, both outside the app', async ({ page, at }) => {
    await page.goto(at('nowhere'));
    await expect(page).toHaveURL(at('not-found'));
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await expect(page).toHaveURL(at('login'));

    const problem = { error: 'A thing broke.', reason: 'In a known way.', traceId: 'trace-4712' };
    await page.route('**/api/v1/account/login', (route) => route.fulfill({ status: 500, json: problem }));
    await signIn(page);
    await expect(page).toHaveURL(at('server-error'));
    for (const text of Object.values(problem)) await expect(page.getByText(text)).toBeVisible();
    await expect(toast(page, 'An error occurred in the server.')).toBeVisible();
  });

  test('the query of a forwarded path survives, and an old one is forgotten with signing out', async ({ page, at }) => {
    await page.goto(at('app/projects?ending=soon'));
    await signIn(page);
    await expect(page).toHaveURL(at('app/projects?ending=soon'));
    await page.getByRole('link', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(at('login'));
    await signIn(page);
    await expect(page).toHaveURL(at('app/dashboard'));
  });
});

test('a new catalogue product leads to its id, and two clicks make one', async ({ page, at, api }) => {
  const [category, name] = [unique('Shelf'), unique('Lamp')];
  await api.call('POST', 'product/categories', { name: category });
  await page.goto(at('app/products'));
  await page.getByRole('link', { name: 'Add New' }).first().click();
  await expect(page).toHaveURL(at('app/products/new'));
  await expect(field(page, 'Name')).toBeFocused();
  await page.keyboard.type(name);
  await field(page, 'Category').selectOption(category);
  await page.getByRole('button', { name: 'Add product' }).dblclick();
  await expect(page).toHaveURL(/\/products\/[0-9a-f-]{36}$/);
  const made = await api.call<unknown[]>('GET', `product?Search=${encodeURIComponent(name)}`);
  expect(made).toHaveLength(1);
});

test('notifications come in pages of 25, and Not viewed begins at the first', async ({ page, at, api }) => {
  const { id: companyId } = await api.createCompany(unique('Noisy'));
  const { id: projectId } = await api.createProject(companyId, 'Website');
  for (let number = 1; number <= 26; number += 1) await api.attachSubscription(projectId, unique('Soon'), 5);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/notification') && searchParams.get('PageSize') === '25') {
      asked.push(`${searchParams.get('PageNumber')} ${searchParams.get('UnreadOnly')}`);
    }
  });
  await page.goto(at('app/notifications'));
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows).toHaveCount(25);
  const { data } = await api.call<{ data: { createdAt: string }[] }>('GET', 'notification?PageSize=1');
  const parts = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  const raised = new Date(data[0]?.createdAt ?? '').toLocaleDateString('en-GB', parts);
  await expect(rows.first()).toContainText(raised);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(at('app/notifications?page=2'));
  await expect(page.getByText(/^Page 2 of/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Not viewed' }).click();
  await expect(page).toHaveURL(at('app/notifications?unread=true'));
  await expect.poll(() => asked.at(-1)).toBe('1 true');
  expect(asked).toContain('2 false');
});

test.describe('what is removed elsewhere', () => {
  test.use({ expectedErrors: /status of 404|ERR_FAILED|The form was not saved|Not Found/ });

  test('can not be edited any more', async ({ page, at, api }) => {
    const company = await api.createCompany(unique('Fleeting'));
    // Without news of it: the form learns only from its own attempt.
    await page.route('**/hub/notification/**', (route) => route.abort());
    await page.goto(at(`app/companies/${company.id}/edit`));
    await field(page, 'Details').fill('too late');
    await api.call('DELETE', 'company', { id: company.id });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(at('app/not-found'));
    await expect(toast(page, 'Item is not found.')).toBeVisible();
  });
});

async function signIn(page: Page): Promise<void> {
  await field(page, 'Email').fill(administrator.email);
  await field(page, 'Password').fill(administrator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
