import { readFile } from 'node:fs/promises';
import type { Api } from './support/api';
import { textsOfPages } from './support/pdf';
import { attachSubscription, type Prepared, projectWithCatalogue } from './support/projects';
import { countClicks, expect, expectAccessible, test, unique } from './support/test';
import { addUser, openAs, type User } from './support/users';

/** The owner of a project's company, who sees nothing that other tests make. */
async function ownerOf(api: Api, { company }: Prepared): Promise<User> {
  const owner = await addUser(api, unique('Boss'));
  await api.addModerator(company.id, owner.email, 1);
  return owner;
}

test('the boss gets the report in three actions from the dashboard: as words and a file, on paper or by mail', async ({
  page,
  at,
  api,
  server,
}) => {
  const project = await projectWithCatalogue(api, unique('Reported'));
  await attachSubscription(api, project, 20, { price: 90 });
  await openAs(page, server, await ownerOf(api, project), at('app/dashboard'));
  const clicks = countClicks(page);
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('button', { name: 'Month', exact: true }).click();
  await expect(page.getByText(/a month; \$.* new, \$0\.00 ended; .*has the largest increase\./)).toContainText(
    project.company.name,
  );
  await expect(page.getByRole('heading', { name: /^How was .* so far, until \d+ \w+\?$/ })).toBeVisible();
  await expect(page.getByText(/^\d+ of \d+ days: /)).toBeVisible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Excel', exact: true }).click();
  expect((await file).suggestedFilename()).toMatch(/^summary-\d{4}-\d\d\.xlsx$/);
  expect((await readFile(await (await file).path())).subarray(0, 2).toString()).toBe('PK');
  expect(await clicks()).toBe(3);
  await expectAccessible(page);

  // Each figure opens its rows.
  await page
    .getByRole('row', { name: /^Price a month/ })
    .getByRole('link', { name: /\$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/renewals\?preset=any&kind=both/);
  await expect(page.getByRole('row').filter({ hasText: project.name })).toBeVisible();

  await page.goto(at('app/dashboard'));
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  const toPaper = countClicks(page);
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('button', { name: 'Month', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Figures' })).toBeVisible();
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html[data-printed]')).toBeAttached();
  expect(await toPaper()).toBe(3);

  await page.goto(at('app/dashboard'));
  const toMail = countClicks(page);
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('button', { name: 'By mail' }).click();
  await page.getByRole('button', { name: 'On Mondays' }).click();
  expect(await toMail()).toBe(3);
  await expect(page.getByText('You get the report on Mondays.')).toBeVisible();
});

test('the report is two pages at most on paper, with its title, period, date and numbers of pages', async ({
  page,
  at,
  api,
  server,
}) => {
  const project = await projectWithCatalogue(api, unique('Printed'));
  await attachSubscription(api, project, 20, { price: 90, startAt: '2026-07-01T00:00:00Z' });
  await openAs(page, server, await ownerOf(api, project), at('app/reports?from=2026-07&to=2026-09&range=24'));
  await expect(page.getByRole('table', { name: 'What moved it?' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'How was the third quarter of 2026?' })).toBeVisible();
  // Chromium leaves out some spaces.
  const bare = (text: string) => text.replaceAll(/\s/g, '');
  const texts = textsOfPages(await page.pdf({ preferCSSPageSize: true })).map(bare);
  expect(texts).toHaveLength(2);
  const [first = '', second = ''] = texts;
  expect(first).toContain(bare('Report: the third quarter of 2026'));
  expect(first).toContain(bare('Compared with the second quarter of 2026'));
  expect(first).toMatch(/Madeon.*20\d\d/);
  expect(first).toContain('1/2');
  expect(second).toContain('2/2');
  expect(second).toContain(bare('What moved it?'));
  expect(first).not.toContain(bare('By mail'));
});

test('a period of one’s own, and the same months a year earlier, are in the address', async ({ page, at, api }) => {
  const aYearAgo = new Date(Date.now() - 365 * 86_400_000).toISOString();
  await attachSubscription(api, await projectWithCatalogue(api), 20, { startAt: aYearAgo });
  await page.goto(at('app/reports'));
  await page.getByRole('button', { name: 'Choose months' }).click();
  await page.getByLabel('From', { exact: true }).fill('2026-02');
  await expect(page).toHaveURL(/from=2026-02/);
  await page.getByRole('combobox', { name: 'Compared with' }).selectOption('year');
  await expect(page).toHaveURL(/compare=year/);
  await page.getByRole('button', { name: 'Quarter', exact: true }).click();
  await page.getByRole('button', { name: 'Earlier' }).click();
  await expect(page.getByRole('heading', { name: /^How was / })).toBeVisible();
});
