import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, unique } from './support/test';

test('greets by name, and shows the statistics that exist', async ({ page, at, api }) => {
  await api.createCompany(unique('Counted'));
  const { companies } = await api.call<{ companies: number }>('GET', 'dashboard/statistics');
  await page.goto(at('app/dashboard'));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada Admin');
  await expect(page.getByText('There are no new notifications so far.')).toBeVisible();
  for (const card of ['Companies', 'Admin Users', 'All Users']) {
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: card })).toHaveText(/\d/);
  }
  const shown = await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Companies' }).textContent();
  expect(Number(shown?.replaceAll(/\D/g, ''))).toBeGreaterThanOrEqual(companies);
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
