import { attachSubscription, projectWithCatalogue } from './support/projects';
import { countClicks, expect, expectAccessible, field, heldToast, test, toast, unique } from './support/test';
import { addUser, openAs } from './support/users';

test('a price rise is tried in a plan, seen in the year, kept, applied and undone', async ({
  page,
  at,
  api,
  server,
}) => {
  const project = await projectWithCatalogue(api, unique('Planned'));
  await attachSubscription(api, project, 25, { price: 100, autoRenew: true });
  const { id } = await attachSubscription(api, project, 26, { price: 60 });
  const owner = await addUser(api, unique('Olga'));
  await api.addModerator(project.company.id, owner.email, 1);
  await openAs(page, server, owner, at(`app/renewals?preset=any&kind=both&project=${project.id}`));

  const clicks = countClicks(page);
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Try it in a plan' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('For the 2 subscriptions that you selected')).toBeVisible();
  await expect(field(dialog, 'Percent')).toBeVisible();
  await expectAccessible(page, { within: 'dialog' });
  await field(dialog, 'Percent').pressSequentially('12');
  await dialog.getByRole('button', { name: 'Try it' }).click();
  await expect(page.getByRole('status').filter({ hasText: / more until / })).toBeVisible();
  expect(await clicks()).toBe(3);
  await expect(page.getByRole('list', { name: 'What is tried' })).toContainText('2 subscriptions');
  await expectAccessible(page);

  // What is not saved survives a reload; what is saved has an address of its own.
  await page.reload();
  await expect(page.getByText('Price +12 %')).toBeVisible();
  await page.getByRole('button', { name: 'Save plan' }).click();
  await field(dialog, 'Name').fill('Autumn');
  await dialog.getByRole('button', { name: 'Save plan' }).click();
  await expect(page).toHaveURL(/plan=/);
  await expect(page.getByText('Not saved')).toHaveCount(0);

  // What others changed since then comes first, before anything is applied.
  const { startAt, endAt } = await api.call<{ startAt: string; endAt: string }>('GET', `project/subscription/${id}`);
  await api.call('PUT', 'project/subscription', { id, startAt, endAt, price: 65, autoRenew: false });
  await page.getByRole('button', { name: 'Apply…' }).click();
  await expect(dialog.getByText('2 subscriptions change.')).toBeVisible();
  await expect(dialog.getByText(/^1 subscription has changed since the plan was saved, on /)).toBeVisible();
  const rows = dialog.getByRole('table', { name: 'What changes' }).getByRole('row');
  await expect(rows.nth(1)).toContainText(/\$65\.00.*\$72\.80.*Price.*\$60\.00.*\$65\.00/);
  await expect(dialog.getByRole('row', { name: /\$100\.00.*\$112\.00/ })).toBeVisible();
  await expectAccessible(page, { within: 'dialog' });
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  const news = await heldToast(page, 'Apply: Autumn: 2 done.');
  await expect(page.getByRole('list', { name: 'What is tried' })).toHaveCount(0);
  await news.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, /undone/)).toBeVisible();
});

test('on a phone and by keyboard: a decision that is due is tried, moved to another day and taken out', async ({
  page,
  at,
  api,
  server,
}) => {
  const project = await projectWithCatalogue(api, unique('Due'));
  await attachSubscription(api, project, 20, { price: 100, autoRenew: true, noticeDays: 10 });
  const owner = await addUser(api, unique('Otto'));
  await api.addModerator(project.company.id, owner.email, 1);
  await page.setViewportSize({ width: 390, height: 800 });
  await openAs(page, server, owner, at('app/plan'));

  await expect(page.getByRole('heading', { name: 'What is due next?' })).toBeVisible();
  await page.getByRole('button', { name: 'Let it end' }).press('Enter');
  const lane = page.getByRole('slider');
  await expect(lane).toBeFocused();
  await expect(page.getByText(/ less until /)).toBeVisible();
  const before = Number(await lane.inputValue());
  await page.keyboard.press('ArrowRight');
  await expect(lane).toHaveValue(String(before + 1));
  await expect(page.getByRole('list', { name: 'What is tried' })).toContainText('Let it end');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Take out: / }).press('Enter');
  await expect(page.getByRole('heading', { name: 'What is due next?' })).toBeVisible();
});
