import { expect, expectAccessible, test, unique } from './support/test';

test('greets by name, and shows the statistics that exist', async ({ page, at, api }) => {
  await api.createCompany(unique('Counted'));
  const { companies } = await api.call<{ companies: number }>('GET', 'dashboard/statistics');
  await page.goto(at('app/dashboard'));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada Admin');
  await expect(page.getByRole('main')).toContainText(/There are no new notifications so far\.|\d+ new notifications?/);
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

test('notifications: unviewed rows stand out, a click marks them and leads on', async ({ page, at, api }) => {
  const { id: companyId } = await api.createCompany(unique('Notified'));
  const { id: projectId } = await api.createProject(companyId, 'Website');
  const [seen, fresh] = [unique('Seen'), unique('Fresh')];
  await api.attachSubscription(projectId, seen, 5);
  const { id: itemId } = await api.attachSubscription(projectId, fresh, 6);
  const unread = () =>
    api.call<{ data: { id: string; details: string }[] }>('GET', 'notification?UnreadOnly=true&PageSize=200');
  const { data } = await unread();
  await api.call('PUT', 'notification', { notificationId: data.find(({ details }) => details.includes(seen))?.id });

  const count = (await unread()).data.length;
  await page.goto(at('app/dashboard'));
  await expect(page.getByRole('main')).toContainText(`${count} new notification`);
  await expect(page.getByRole('link', { name: new RegExp(`Notifications.*${count} new notification`) })).toBeVisible();

  await page.goto(at('app/notifications'));
  await expect(page.getByRole('columnheader')).toHaveText(['Date', 'Title', 'Description']);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(row(fresh)).toContainText('Subscription ends soon');
  const background = (name: string) => row(name).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await background(fresh)).not.toBe(await background(seen));
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Unread only' }).click();
  await expect(page).toHaveURL(/unread=true/);
  await expect(row(seen)).toBeHidden();
  await row(fresh).click();
  await expect(page).toHaveURL(at(`app/projects/${projectId}/sub/${itemId}`));
  expect((await unread()).data.some(({ details }) => details.includes(fresh))).toBe(false);
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
