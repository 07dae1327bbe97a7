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
