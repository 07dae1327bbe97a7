import type { Page } from '@playwright/test';
import { attachProduct, attachSubscription, projectWithCatalogue } from './support/projects';
import { expect, expectAccessible, expectReadable, test, unique } from './support/test';

const cards = [
  'Companies',
  'Projects',
  'Subscriptions Ending Soon',
  "Projects' Subscriptions Cost/Price (USD)",
  "Projects' Products Cost/Price (USD)",
  'Product Categories',
  'Products',
  'Subscriptions Categories',
  'Subscriptions',
  'Admin Users',
  'All Users',
];

test('greets by name, and shows the statistics', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  await attachProduct(api, project);
  await page.goto(at('app/dashboard'));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada Admin');
  const items = page.getByRole('main').getByRole('listitem');
  await expect(items).toHaveText(cards.map((label) => new RegExp(`^${label.replaceAll(/[()]/g, '\\$&')}.*\\d`)));
  const products = items.filter({ hasText: "Projects' Products Cost/Price (USD)" });
  await expect(products).toHaveText(/cost \$[\d,]+\.\d\d ?price \$[\d,]+\.\d\d/i);
  const { companies } = await api.call<{ companies: number }>('GET', 'dashboard/statistics');
  const shown = await items.first().textContent();
  expect(Number(shown?.replaceAll(/\D/g, ''))).toBeLessThanOrEqual(companies);
});

test('each bar of the charts tells its value and opens the list behind it', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  await attachProduct(api, project, { status: 'WaitingConfirm', price: 999_999_999.99 });
  await attachSubscription(api, project, 3);
  await page.goto(at('app/dashboard'));
  const questions = page.getByRole('main').getByRole('heading', { level: 3 });
  await expect(questions).toHaveText([
    'When do subscriptions end?',
    "How far are the projects' products?",
    'What do companies pay, and what do they cost?',
  ]);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadable(page);

  const card = page.getByRole('main').getByRole('link', { name: project.name });
  for (const [bar, address] of [
    [/^Week of .*: \d+ subscriptions? ends?$/, /ending=2\d{3}-\d\d-\d\d$/],
    [/^Waiting Confirm: /, /status=0$/],
    [new RegExp(`^${project.company.name}: \\$1,000,000,020\\.24 price, `), /company=/],
  ] as const) {
    await page.goto(at('app/dashboard'));
    const link = page.getByRole('main').getByRole('link', { name: bar }).first();
    await link.focus();
    const label = (await link.getAttribute('aria-label')) ?? '';
    await expect(page.getByRole('main').locator('p').getByText(label)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(address);
    await page.getByRole('searchbox', { name: 'Search projects' }).fill(project.name);
    await expect(card).toBeVisible();
  }
});

test('soon ending subscriptions are found from their card', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  await attachSubscription(api, project, 5);
  await page.goto(at('app/dashboard'));
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Subscriptions Ending Soon/ })
    .click();
  await expect(page).toHaveURL(at('app/projects?ending=soon'));
  await page.getByRole('searchbox', { name: 'Search projects' }).fill(project.name);
  await expect(page.getByRole('main').getByRole('link', { name: project.name })).toBeVisible();
});

test('every request carries the token and the time', async ({ page, at }) => {
  const headers: Record<string, string>[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/')) headers.push(request.headers());
  });
  await page.goto(at('app/dashboard'));
  await expect(page.getByText('All Users')).toBeVisible();
  expect(headers.length).toBeGreaterThan(2);
  for (const { authorization, datetimeiso } of headers) {
    expect(authorization).toMatch(/^Bearer \S+$/);
    expect(new Date(datetimeiso ?? '').getTime()).toBeGreaterThan(Date.now() - 60_000);
  }
});

test('notifications: unviewed rows stand out, a click marks them and leads on', async ({ page, at }) => {
  const viewed = await answerNotifications(page);
  await page.goto(at('app/dashboard'));
  await expect(page.getByRole('main')).toContainText('1 new notification');
  await expect(page.getByRole('link', { name: /Notifications.*1 new notification/ })).toBeVisible();

  await page.goto(at('app/notifications'));
  await expect(page.getByRole('columnheader')).toHaveText(['Date', 'Title', 'Description']);
  const unviewed = page.getByRole('row', { name: /Hosting ends soon/ });
  await expect(unviewed).toContainText('14 Nov 2026');
  const background = (name: RegExp) =>
    page.getByRole('row', { name }).evaluate((row) => getComputedStyle(row).backgroundColor);
  expect(await background(/Hosting ends soon/)).not.toBe(await background(/Mail has ended/));
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Unread only' }).click();
  await expect(page).toHaveURL(/unread=true/);
  // The page that it leads to stays on its way: no such project exists.
  await page.route('**/api/v1/project/project-1', () => {});
  await unviewed.click();
  await expect(page).toHaveURL(at('app/projects/project-1/sub/subscription-1'));
  expect(viewed).toEqual(['notification-1']);
});

test.describe('a part of a page that breaks', () => {
  test.use({ expectedErrors: /TypeError|ComponentBoundary|error boundary/ });

  test('says so, and leaves the rest standing', async ({ page, at, api }) => {
    const company = await api.createCompany(unique('Broken'));
    await page.route(`**/api/v1/company/${company.id}`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), moderators: null } });
    });
    await page.goto(at(`app/companies/${company.id}`));
    await expect(page.getByText('failed loading this component.')).toBeVisible();
    await expect(page.getByRole('heading', { name: company.name, level: 1 })).toBeVisible();
  });
});

/** Nothing raises a notification in this version yet: the server's answers are changed on their way. */
async function answerNotifications(page: Page): Promise<string[]> {
  const viewed: string[] = [];
  const notification = (number: number, title: string, isViewed: boolean) => ({
    id: `notification-${number}`,
    title,
    details: 'Of the project Website',
    createdAt: '2026-11-14T09:00:00Z',
    isViewed,
    viewedAt: isViewed ? '2026-11-14T10:00:00Z' : null,
    itemId: `subscription-${number}`,
    itemParentId: `project-${number}`,
  });
  await page.route(/\/api\/v1\/notification(\?.*)?$/, async (route) => {
    if (route.request().method() === 'PUT') {
      viewed.push((route.request().postDataJSON() as { notificationId: string }).notificationId);
      await route.fulfill({ status: 204 });
      return;
    }
    const unreadOnly = new URL(route.request().url()).searchParams.get('UnreadOnly') === 'true';
    const all = [notification(1, 'Hosting ends soon', false), notification(2, 'Mail has ended', true)];
    const data = unreadOnly ? all.slice(0, 1) : all;
    const pagination = { totalItems: data.length, totalPages: 1, currentPage: 1, itemsPerPage: 25 };
    await route.fulfill({ json: { data, pagination }, headers: { Pagination: JSON.stringify(pagination) } });
  });
  return viewed;
}
