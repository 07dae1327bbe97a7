import type { Page } from '@playwright/test';
import { openLive } from './support/live';
import { attachSubscription, projectWithCatalogue } from './support/projects';
import { expect, test, unique } from './support/test';

/** A line of a history that holds a text. */
function line(page: Page, text: string | RegExp) {
  return page.getByRole('main').getByRole('listitem').filter({ hasText: text });
}

test('the page of a record tells what became of it, newest first, live, and more on demand', async ({
  page,
  at,
  api,
}) => {
  const { id, name } = await api.createCompany(unique('Told'));
  for (let turn = 1; turn <= 11; turn += 1) {
    await api.call('PUT', 'company', { data: { id, name, details: `Turn ${turn}` } });
  }
  await openLive(page, at(`app/companies/${id}`));
  await page.getByRole('link', { name: /^Changed by Ada Admin/ }).click();
  await expect(page.getByRole('heading', { name: /^History/ })).toBeInViewport();
  const lines = page.locator('#history').getByRole('listitem');
  await expect(lines).toHaveCount(10);
  await expect(lines.first()).toContainText('Ada Admin changed Details from Turn 10 to Turn 11');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(lines).toHaveCount(12);
  await expect(lines.last()).toContainText('Ada Admin added this company');

  await api.call('PUT', 'company', { data: { id, name, details: null } });
  await expect(lines.first()).toContainText('Ada Admin cleared Details, which was Turn 11');
});

test('a project tells of its items, and an item of itself', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  const { id } = await attachSubscription(api, project);
  await page.goto(at(`app/projects/${project.id}`));
  await line(page, 'Ada Admin added subscription').getByRole('link', { name: project.subscription.name }).click();
  await expect(page).toHaveURL(at(`app/projects/${project.id}/sub/${id}`));
  await expect(line(page, 'Ada Admin added this subscription')).toBeVisible();
});

test('activity lists all changes by day, with filters in the address, and exports them', async ({ page, at, api }) => {
  const { id, name } = await api.createCompany(unique('Listed'));
  await api.call('PUT', 'company', { data: { id, name, details: 'New' } });
  await page.goto(at('app/dashboard'));
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('region', { name: /^Today, / })).toContainText(`set Details of company ${name} to New`);

  await page.goto(at(`app/companies/${id}`));
  await page.getByRole('link', { name: 'Show all in Activity' }).click();
  await expect(line(page, 'Ada Admin')).toHaveCount(2);
  await page.getByLabel('Action').selectOption('Added');
  await expect(line(page, 'Ada Admin')).toHaveCount(1);
  await page.reload();
  await expect(line(page, `Ada Admin added company ${name}`)).toBeVisible();
  await expect(line(page, 'Ada Admin')).toHaveCount(1);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('activity.csv');

  await page.getByLabel('From', { exact: true }).fill('2020-01-01');
  await page.getByLabel('To', { exact: true }).fill('2020-01-02');
  await expect(page.getByText('No change matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(at('app/activity'));
});

test('activity counts a bulk action once, names the place of each row, and what an undo took back', async ({
  page,
  at,
  api,
}) => {
  const project = await projectWithCatalogue(api);
  const other = await api.call<{ id: string }>('POST', 'project', {
    companyId: project.company.id,
    name: unique('Shop'),
  });
  const subscriptions = [
    await attachSubscription(api, project),
    await attachSubscription(api, { ...project, id: other.id }, 30, { price: 100 }),
  ];
  const ids = subscriptions.map((one) => one.id);
  const { id } = await api.call<{ id: string }>('POST', 'bulk', {
    list: 'projectSubscription',
    ids,
    action: 'reprice',
    params: { percent: 8 },
    preview: false,
  });
  await expect.poll(async () => (await api.call<{ state: string }>('GET', `bulk/${id}`)).state).toBe('done');
  const query = `entity=company&id=${project.company.id}&within=true`;
  await page.goto(at(`app/activity?${query}`));
  const name = `${project.subscription.name} in 2 projects`;
  const entry = page.getByRole('listitem').filter({ hasText: `raised the price of ${name} by 8 %` });
  await expect(entry).toHaveCount(1);
  await entry.getByRole('button', { name: 'Show each' }).click();
  await expect(
    entry.getByRole('listitem').filter({ hasText: `in ${project.name}, ${project.company.name}` }),
  ).toHaveCount(1);
  await entry.getByRole('button', { name: 'Undo all' }).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: `took back that the price of ${name} was raised by 8 %` }),
  ).toHaveCount(1);
});

test.describe('in Berlin', () => {
  test.use({ alone: true, timezoneId: 'Europe/Berlin' });

  test('times are those of the person, and say so', async ({ page, at, api }) => {
    const { id, name } = await api.createCompany(unique('Local'));
    const [change] = await api.call<{ at: string }[]>('GET', `change?Entity=company&EntityId=${id}`);
    await page.goto(at(`app/activity?entity=company&id=${id}`));
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Berlin' });
    await expect(line(page, name)).toContainText(clock.format(new Date(change?.at ?? '')));
    await expect(page.getByText(/^Times are in UTC\+[12]\./)).toBeVisible();
  });
});
