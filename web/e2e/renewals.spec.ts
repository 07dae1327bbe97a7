import { readFile } from 'node:fs/promises';
import type { Api } from './support/api';
import { attachProduct, attachSubscription, type Prepared, projectWithCatalogue } from './support/projects';
import { countClicks, expect, expectAccessible, field, test, unique } from './support/test';
import { addUser, openAs, type User } from './support/users';

/** The owner of a project's company, who sees nothing that other tests make. */
async function ownerOf(api: Api, { company }: Prepared): Promise<User> {
  const owner = await addUser(api, unique('Olga'));
  await api.addModerator(company.id, owner.email, 1);
  return owner;
}

test('what ends in 30 days, for whom, what it is worth and who is responsible is one click away', async ({
  page,
  at,
  api,
}) => {
  const project = await projectWithCatalogue(api, unique('Renewed'));
  const owner = await ownerOf(api, project);
  // Tomorrow: it is on the first page, whatever other tests let end in 30 days.
  await attachSubscription(api, project, 1, { price: 270, noticeDays: 14 });
  await page.goto(at('app/dashboard'));
  const clicks = countClicks(page);
  await page.getByRole('main').getByRole('link', { name: 'Ending in 30 days' }).click();
  const row = page.getByRole('row').filter({ hasText: project.name });
  await expect(row).toContainText([project.subscription.name]);
  await expect(row).toContainText([project.company.name]);
  await expect(row).toContainText(['$270.00']);
  await expect(row.getByRole('link', { name: owner.name })).toBeVisible();
  expect(await clicks()).toBe(1);

  // The sums are those of all rows.
  const footer = page.getByRole('table', { name: 'Renewals' }).locator('tfoot');
  await expect(footer).toContainText(/\d+ subscriptions?/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Calendar' }).click();
  await expect(page).toHaveURL(/view=calendar/);
  await expect(page.getByRole('table', { name: /^What ends in / })).toBeVisible();
  await expectAccessible(page);
});

test('the names of the columns and the sums stay in sight while the rows are scrolled', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api, unique('Long'));
  for (let days = 10; days < 22; days += 1) await attachSubscription(api, project, days);
  const table = page.getByRole('table', { name: 'Renewals' });
  for (const width of [1440, 768]) {
    await page.setViewportSize({ width, height: 620 });
    await page.goto(at(`app/renewals?preset=all&project=${project.id}`));
    const rows = table.locator('tbody tr');
    await expect(rows).toHaveCount(12);
    const [head, first] = [await table.locator('thead').boundingBox(), await rows.first().boundingBox()];
    expect(first?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0) - 1);
    await rows.nth(1).hover();
    await page.mouse.wheel(0, 250);
    await expect(rows.first()).not.toBeInViewport();
    await expect(table.getByRole('columnheader', { name: 'End' })).toBeInViewport({ ratio: 1 });
    await expect(table.getByText('$243.00')).toBeInViewport({ ratio: 1 });
  }
});

test('presets, people and sorts live in the address', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api, unique('Overdue'));
  await attachSubscription(api, project, -1, { startAt: '2026-01-01T00:00:00Z', endAt: '2026-02-01T23:59:59Z' });
  await page.goto(at('app/renewals'));
  await page.getByRole('button', { name: 'Overdue' }).click();
  await expect(page).toHaveURL(/preset=overdue/);
  const end = page.getByRole('columnheader', { name: 'End' });
  await expect(end).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect(page).toHaveURL(/sort=endAt/);
  await page.reload();
  await expect(end).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('button', { name: 'Overdue' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Mine' }).click();
  await expect(page).toHaveURL(/mine=true/);
  await expect(page.getByText('No subscription matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page
    .getByRole('row')
    .filter({ hasText: project.name })
    .getByRole('link', { name: project.subscription.name })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: project.subscription.name })).toBeVisible();
});

test('those who may not see cost are offered nothing about it', async ({ page, at, api, server }) => {
  const project = await projectWithCatalogue(api, unique('Hidden'));
  await attachSubscription(api, project, 20, { price: 5 });
  const user = await addUser(api, 'Sepp Support');
  await api.addModerator(project.company.id, user.email, 3);
  await openAs(page, server, user, at('app/renewals?preset=losing'));
  await expect(page.getByRole('link', { name: project.subscription.name })).toBeVisible();
  await expect(page).toHaveURL(at('app/renewals'));
  await expect(page.getByRole('button', { name: 'Losing money' })).toHaveCount(0);
  await expect(page.getByRole('main').getByText(/cost|margin/i)).toHaveCount(0);
  await page.goto(at('app/dashboard'));
  await expect(
    page.getByRole('list', { name: 'Within 7 days', exact: true }).or(page.getByText(/^Within 7 days nothing ends/)),
  ).toBeVisible();
  await expect(page.getByText('Losing money')).toHaveCount(0);
});

test('what a new cost does to projects is said before it is saved', { tag: '@prove' }, async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api, unique('Raised'));
  await attachSubscription(api, project, 20, { price: 25, autoRenew: true });
  await page.goto(at(`app/subscriptions/${project.subscription.id}/edit`));
  const preview = page.getByRole('region', { name: 'What the new cost does' });
  await field(page, 'Cost').fill('24.99');
  await expect(preview).toContainText('1 running subscription keeps its cost until the end of the period.');
  await expect(preview).toContainText('None of those that renew then loses money.');
  await field(page, 'Cost').fill('25.01');
  await expect(preview).toContainText('1 of them then loses money:');
  await expect(preview).toContainText('at a price of $25.00, cost $25.01');
  await expect(preview.getByRole('link', { name: project.name })).toBeVisible();
  await expectAccessible(page);
});

test('what loses money is one click away, and each month of a report opens its rows', { tag: '@prove' }, async ({
  page,
  at,
  api,
  server,
}) => {
  const project = await projectWithCatalogue(api, unique('Losing'));
  await attachSubscription(api, project, 20, { price: 0.01 });
  await openAs(page, server, await ownerOf(api, project), at('app/dashboard'));
  const clicks = countClicks(page);
  await page.getByRole('link', { name: /: Losing money$/ }).click();
  await expect(page.getByRole('row').filter({ hasText: project.name })).toBeVisible();
  expect(await clicks()).toBe(1);

  await page.goto(at('app/reports'));
  await page
    .getByRole('table', { name: 'What moved it?' })
    .getByRole('row', { name: /\(now\)/ })
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(/renewals\?preset=any&kind=both/);
  await expect(page.getByRole('row').filter({ hasText: project.name })).toBeVisible();
});

test('what is overdue, what is mine and what moved the recurring sum are a click or two away', async ({
  page,
  at,
  api,
  server,
}) => {
  const project = await projectWithCatalogue(api, unique('Asked'));
  const other = await projectWithCatalogue(api, unique('Elsewhere'));
  const owner = await ownerOf(api, project);
  await api.addModerator(other.company.id, owner.email, 3);
  await attachSubscription(api, project, -1, { startAt: '2026-01-01T00:00:00Z', endAt: '2026-02-01T23:59:59Z' });
  await attachSubscription(api, project, 20, { price: 90 });
  await attachSubscription(api, other, 20, { price: 80 });

  await openAs(page, server, owner, at('app/dashboard'));
  const overdue = countClicks(page);
  await page.getByRole('link', { name: /: Ended and not renewed$/ }).click();
  const row = page.getByRole('row').filter({ hasText: project.name });
  await expect(row).toContainText(['Ended']);
  expect(await overdue()).toBe(1);

  await page.goto(at('app/dashboard'));
  const mine = countClicks(page);
  await page.getByRole('main').getByRole('link', { name: 'Ending in 30 days' }).click();
  await expect(page.getByRole('row').filter({ hasText: other.name })).toBeVisible();
  await page.getByRole('button', { name: 'Mine' }).click();
  await expect(page.getByRole('row').filter({ hasText: other.name })).toHaveCount(0);
  await expect(row).toContainText(['$90.00']);
  expect(await mine()).toBe(2);

  await page.goto(at('app/dashboard'));
  const moved = countClicks(page);
  await page.getByRole('link', { name: 'Reports' }).click();
  const now = page.getByRole('table', { name: 'What moved it?' }).getByRole('row', { name: /\(now\)/ });
  await expect(now).toContainText(/\+\$\d/);
  expect(await moved()).toBe(1);
});

test('the calendar has the last day to cancel beside the day of the renewal', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api, unique('Noticed'));
  const { id } = await attachSubscription(api, project, 0, {
    startAt: '2026-01-01T00:00:00Z',
    endAt: '2031-03-30T23:59:59Z',
    autoRenew: true,
    noticeDays: 10,
  });
  const name = project.subscription.name;
  await page.goto(at(`app/renewals?view=calendar&month=2031-03&project=${project.id}`));
  const month = page.getByRole('table', { name: 'What ends in March 2031' });
  const days = (text: string) => month.getByRole('cell').filter({ hasText: text }).locator('time');
  await expect(days(`Last day to cancel: ${name}`)).toHaveText('20');
  await expect(days(`Renews: ${name}`)).toHaveText('30');
  await expectAccessible(page);
  // A phone has no heads of columns.
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByText('Terms that end in the week').filter({ visible: true })).toHaveCount(1);
  await expect(page.getByText('Thu', { exact: true }).filter({ visible: true })).toHaveCount(1);
  await page.setViewportSize({ width: 1280, height: 800 });
  await month.getByRole('link', { name: `Last day to cancel: ${name}` }).click();
  await expect(page).toHaveURL(at(`app/projects/${project.id}/sub/${id}`));
  await page.goto(at(`app/renewals?preset=any&kind=renews&cancelFrom=2031-03-20&cancelTo=2031-03-20`));
  await expect(page.getByRole('button', { name: 'To be canceled by 20 Mar 2031, change' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: project.name })).toBeVisible();
});

test('the calendar explains its marks above the month, and leads to its address', async ({ page, at }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(at('app/renewals?view=calendar&month=2031-03'));
  await expect(page.locator('[data-mark="ends"] + [data-mark="ended"] + [data-mark="renews"]')).toBeVisible();
  const legend = await page.locator('p:has(> [data-mark="renews"])').boundingBox();
  const month = await page.getByRole('table', { name: 'What ends in March 2031' }).boundingBox();
  expect(legend && month && legend.y + legend.height <= month.y).toBe(true);
  await page.getByRole('link', { name: 'Subscribe in your calendar' }).click();
  await expect(page).toHaveURL(/tab=notifications#calendar$/);
  await expect(page.getByRole('heading', { name: 'Calendar', exact: true })).toBeInViewport();
});

test('products that wait for confirmation lead to their pages', async ({ page, at, api, server }) => {
  const project = await projectWithCatalogue(api, unique('Waiting'));
  const { id } = await attachProduct(api, project, { status: 'WaitingConfirm' });
  await attachProduct(api, project);
  const owner = await addUser(api, unique('Wim'));
  await api.addModerator(project.company.id, owner.email, 1);
  await openAs(page, server, owner, at('app/dashboard'));
  const all = page.getByRole('link', { name: 'Waiting for confirmation: 1 product in projects' });
  await expect(all).toHaveAttribute('href', /projects\?status=0$/);
  await page.getByRole('list', { name: 'Waiting for confirmation' }).getByRole('link').click();
  await expect(page).toHaveURL(at(`app/projects/${project.id}/prd/${id}`));
});

test('all that the filter lets through is saved as CSV and for Excel', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api, unique('Saved'));
  await attachSubscription(api, project, 20, { price: 25 });
  await page.goto(at(`app/renewals?project=${project.id}`));
  await expect(page.getByRole('row').filter({ hasText: project.name })).toBeVisible();
  const saved = async (name: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    const file = await download;
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
  };
  const csv = await saved('Export CSV');
  expect(csv.name).toBe('renewals.csv');
  expect(csv.content.toString().trim().split('\n')).toHaveLength(2);
  expect(csv.content.toString()).toContain(project.name);
  const excel = await saved('Export Excel');
  expect(excel.name).toBe('renewals.xlsx');
  expect(excel.content.subarray(0, 2).toString()).toBe('PK');
});

test('the columns of renewals are chosen, kept in the address, and those of the file', { tag: '@prove' }, async ({
  page,
  at,
  api,
}) => {
  const project = await projectWithCatalogue(api, unique('Columned'));
  await attachSubscription(api, project, 25, { price: 270 });
  await page.goto(at(`app/renewals?preset=all&project=${project.id}`));
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect(header('Cancel by')).toBeVisible();
  await expect(header('Start')).toBeHidden();
  await page.getByRole('button', { name: 'Columns' }).click();
  const chooser = page.getByRole('dialog', { name: 'Columns' });
  await chooser.getByRole('checkbox', { name: 'Cancel by' }).uncheck();
  await chooser.getByRole('checkbox', { name: 'Start' }).check();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(header('Cancel by')).toBeHidden();
  await expect(header('Start')).toBeVisible();
  await expect(page).toHaveURL(/columns=/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const [head = ''] = (await readFile(await (await download).path(), 'utf8')).split('\n');
  expect(head).toContain('Start At');
  expect(head).not.toContain('Cancel By');
  expect(head).not.toContain('Id');
});
