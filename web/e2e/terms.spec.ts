import type { Page } from '@playwright/test';
import { attachSubscription, type Prepared, projectWithCatalogue } from './support/projects';
import { countClicks, expect, expectAccessible, field, heldToast, test, toast, unique } from './support/test';
import { addUser, openAs } from './support/users';

interface Subscription {
  startAt: string;
  endAt: string;
  price: number;
  planned: { price: number; from: string | null } | null;
}

const dialog = (page: Page) => page.getByRole('dialog');
const renewUntil = /^Renew until .+ at \$20\.25$/;

/** Opens the menu of terms and prices, and something of it. */
async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Terms and prices' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('what ends soon is renewed from its page in one click, and taken back', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  // A month: the next period does not end soon.
  const startAt = `${new Date(Date.now() - 25 * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;
  const { id } = await attachSubscription(api, project, 5, { startAt });
  const read = () => api.call<Subscription>('GET', `project/subscription/${id}`);
  const before = await read();
  await page.goto(at(`app/projects/${project.id}/sub/${id}`));
  const clicks = countClicks(page);
  await page.getByRole('button', { name: renewUntil }).click();
  const news = await heldToast(page, /is renewed until/);
  expect(await clicks()).toBe(1);
  const periods = page.getByRole('table', { name: 'Periods' }).locator('tbody tr');
  await expect(periods).toHaveCount(2);
  await expect(page.getByRole('button', { name: renewUntil })).toBeHidden();
  expect(Date.parse((await read()).startAt)).toBe(Date.parse(before.endAt) + 1000);
  await expectAccessible(page);
  await news.getByRole('button', { name: 'Undo' }).click();
  await expect(periods).toHaveCount(1);
  expect((await read()).endAt).toBe(before.endAt);
});

test('another end and price are asked for, and wrong ones refused', { tag: '@prove' }, async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  const { id } = await attachSubscription(api, project, 90);
  await page.goto(at(`app/projects/${project.id}/sub/${id}`));
  await expect(page.getByRole('button', { name: renewUntil })).toBeHidden();
  await choose(page, 'Renew otherwise…');
  await expect(field(dialog(page), 'Until')).toBeVisible();
  await expectAccessible(page, { within: 'dialog' });
  await field(dialog(page), 'Until').fill('2020-01-01');
  await dialog(page).getByRole('button', { name: 'Renew', exact: true }).click();
  await expect(dialog(page).getByText(/^Until must be .+ or later\.$/)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Year' }).click();
  await field(dialog(page), 'Price').fill('200');
  await dialog(page).getByRole('button', { name: 'Renew', exact: true }).click();
  await expect(toast(page, /is renewed until/)).toBeVisible();
  const { startAt, endAt, price } = await api.call<Subscription>('GET', `project/subscription/${id}`);
  expect(price).toBe(200);
  const year = new Date(startAt);
  year.setUTCFullYear(year.getUTCFullYear() + 1);
  expect(Date.parse(endAt)).toBe(year.getTime() - 1000);
});

test('a price is planned for the next renewal or a day, shown, and dropped', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  const { id } = await attachSubscription(api, project, 90, { autoRenew: true });
  const read = () => api.call<Subscription>('GET', `project/subscription/${id}`);
  await page.goto(at(`app/projects/${project.id}/sub/${id}`));
  await choose(page, 'Change price…');
  await expect(dialog(page).getByRole('button', { name: 'From the next renewal' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await field(dialog(page), 'Price').fill('24');
  await dialog(page).getByRole('button', { name: 'Save price' }).click();
  await expect(page.getByText('Planned price: $24.00 from the next renewal')).toBeVisible();
  expect(await read()).toMatchObject({ price: 20.25, planned: { price: 24, from: null } });

  await choose(page, 'Change price…');
  await dialog(page).getByRole('button', { name: 'From a day' }).click();
  await field(dialog(page), 'Day').fill('2020-01-01');
  await dialog(page).getByRole('button', { name: 'Save price' }).click();
  await expect(dialog(page).getByText('Day must be after today.')).toBeVisible();
  await field(dialog(page), 'Day').fill('2099-03-01');
  await expectAccessible(page, { within: 'dialog' });
  await dialog(page).getByRole('button', { name: 'Save price' }).click();
  await expect(page.getByText('Planned price: $24.00 from 1 Mar 2099')).toBeVisible();

  await choose(page, 'Remove the planned price');
  await expect(page.getByText(/^Planned price/)).toHaveCount(0);
  await choose(page, 'Change price…');
  await dialog(page).getByRole('button', { name: 'From now' }).click();
  await field(dialog(page), 'Price').fill('30');
  await dialog(page).getByRole('button', { name: 'Save price' }).click();
  await expect(toast(page, 'costs $30.00 now')).toBeVisible();
  expect(await read()).toMatchObject({ price: 30, planned: null });
});

test('the end is answered where it is told: in Renewals, Today, a notification and the palette', async ({
  page,
  at,
  api,
  server,
}) => {
  const project: Prepared = await projectWithCatalogue(api, unique('Ending'));
  const owner = await addUser(api, 'Olga Owner');
  await api.addModerator(project.company.id, owner.email, 1);
  const { id } = await attachSubscription(api, project, 0);
  const periods = async () =>
    (await api.call<{ periods: object[] }>('GET', `project/subscription/${id}`)).periods.length;
  const takeBack = async () => {
    const [last] = await api.call<{ seq: number }[]>(
      'GET',
      `change?Entity=projectSubscription&EntityId=${id}&PageSize=1`,
    );
    await api.call('PUT', 'change/undo', { seq: last?.seq });
  };

  const renewOf = new RegExp(`^Renew .*${project.subscription.name}.* until .+ at \\$20\\.25$`);

  await openAs(page, server, owner, at('app/dashboard'));
  await page.getByRole('button', { name: renewOf }).first().click();
  await expect(toast(page, /is renewed until/)).toBeVisible();
  expect(await periods()).toBe(2);
  await takeBack();

  await page.goto(at('app/renewals'));
  await page.getByRole('row').filter({ hasText: project.name }).getByRole('button', { name: renewOf }).click();
  await expect(toast(page, /is renewed until/)).toBeVisible();
  expect(await periods()).toBe(2);
  await takeBack();

  await page.goto(at('app/notifications'));
  await page
    .getByRole('row', { name: /ends soon/ })
    .getByRole('button', { name: renewOf })
    .first()
    .click();
  await expect(toast(page, /is renewed until/)).toBeVisible();
  expect(await periods()).toBe(2);
  await takeBack();

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.getByRole('combobox').fill('renew a');
  await page.keyboard.press('Enter');
  await palette.getByRole('combobox').fill(project.subscription.name);
  await expect(palette.getByRole('option', { name: /Renew until .+ at \$20\.25/, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(periods).toBe(2);
});

test("a supplier's rise is entered and handed on from the next renewals, in five actions from the dashboard", async ({
  page,
  at,
  api,
}) => {
  const project = await projectWithCatalogue(api);
  const { name } = project.subscription;
  const { id } = await attachSubscription(api, project, 60, { autoRenew: true, price: 50 });
  await page.goto(at('app/dashboard'));
  const clicks = countClicks(page);
  // Keys that search, choose and enter go with the click before them.
  await page.getByRole('button', { name: /^Search/ }).click();
  await page.getByRole('dialog').getByRole('combobox').fill(name);
  // Its use in the project has the same name.
  const found = page.getByRole('option').filter({ hasText: project.category });
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(found).toHaveAttribute('aria-selected', 'true', { timeout: 500 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();
  await field(page, 'Cost').fill('12.60');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Raise it by 20 %, as the cost did' }).click();
  await expect(dialog(page).getByRole('row', { name: /\$50\.00.*\$60\.00/ })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Change price' }).click();
  await expect(toast(page, 'Change price: 1 done.')).toBeVisible();
  expect(await clicks()).toBe(5);
  const { price, planned } = await api.call<Subscription>('GET', `project/subscription/${id}`);
  expect([price, planned]).toEqual([50, { price: 60, from: null }]);
});
