import { openLive } from './support/live';
import { attachSubscription, projectWithCatalogue } from './support/projects';
import { expect, expectAccessible, field, test, toast } from './support/test';
import { addUser, openAs } from './support/users';

const owner = 1;
const support = 3;

test('one whose subscription is gone stays readable and leads nowhere; the link comes back with it', {
  tag: '@prove',
}, async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  const { id } = await attachSubscription(api, project, 5);
  await openLive(page, at('app/notifications'));
  const row = page.getByRole('row', { name: new RegExp(project.subscription.name) });
  const title = row.getByRole('button', { name: 'Subscription ends soon' });
  await expect(title).toBeVisible();
  await expect(row).not.toContainText('removed');

  // Somebody else takes the subscription off; the open page follows.
  await api.call('DELETE', 'project/subscription', { id });
  await expect(row).toContainText('This subscription was removed.');
  await expectAccessible(page);
  await row.getByRole('button', { name: /^New: / }).click();
  await expect(row.getByRole('button')).toHaveCount(0);
  await expect(row).toContainText('Subscription ends soon');
  await expect(page).toHaveURL(at('app/notifications'));

  await api.call('PUT', 'project/subscription/restore', { id });
  await expect(row).not.toContainText('removed');
  await title.click();
  await expect(page).toHaveURL(at(`app/projects/${project.id}/sub/${id}`));
});

test('Undo brings the link of a notification back on the same page', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  const { id } = await attachSubscription(api, project, 5);
  await page.goto(at(`app/projects/${project.id}/sub/${id}`));
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const removed = toast(page, `${project.subscription.name} is removed.`);
  await removed.hover();
  await page.getByRole('link', { name: /^Notifications/ }).focus();
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: new RegExp(project.subscription.name) });
  await expect(row).toContainText('This subscription was removed.');
  await removed.getByRole('button', { name: 'Undo' }).click();
  await expect(row).not.toContainText('removed');
});

test('the reason of a cancelation reaches the others, not who canceled', async ({ page, at, api, server }) => {
  const project = await projectWithCatalogue(api);
  const [rita, oscar] = [await addUser(api, 'Rita Support'), await addUser(api, 'Oscar Owner')];
  await api.addModerator(project.company.id, rita.email, support);
  await api.addModerator(project.company.id, oscar.email, owner);
  const { id } = await attachSubscription(api, project, 90);
  await openAs(page, server, rita, at(`app/projects/${project.id}/sub/${id}`));
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  const dialog = page.getByRole('dialog');
  await field(dialog, 'Cancelation Reason').fill('It moved.\nAsk Oscar.');
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(at('app/notifications'));
  await expect(page.getByText('No notifications yet')).toBeVisible();

  await openAs(page, server, oscar, at('app/notifications'));
  const row = page.getByRole('row', { name: new RegExp(project.subscription.name) });
  await expect(row).toContainText(/was canceled\. Reason: It moved\.\s*Ask Oscar\./);
});

test('a snoozed notification is in no list until its day', { tag: '@prove' }, async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  await attachSubscription(api, project, 5);
  await page.goto(at('app/notifications'));
  const row = page.getByRole('row', { name: new RegExp(project.subscription.name) });
  await row.getByRole('button', { name: 'Snooze' }).click();
  await expect(page.getByRole('menu', { name: 'Snooze' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: /^Next week, / }).click();
  await expect(toast(page, /^It comes back on /)).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page).toHaveURL(at('app/notifications'));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(row).toHaveCount(0);
});

test('no row shows between the filter and the header of the table that stays in sight', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  for (let number = 0; number < 10; number += 1) await attachSubscription(api, project, 5);
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto(at('app/notifications'));
  const date = page.getByRole('columnheader', { name: 'Date' });
  await expect(date).toBeVisible();
  await page.getByRole('row').nth(9).scrollIntoViewIfNeeded();
  const toolbar = page.getByRole('group', { name: 'Show' }).locator('..');
  const [above, header] = [await toolbar.boundingBox(), await date.boundingBox()];
  expect(above?.y).toBe(0);
  expect(header?.y).toBe(above?.height);
});
