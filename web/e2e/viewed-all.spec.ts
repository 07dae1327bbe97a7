import { attachSubscription, projectWithCatalogue } from './support/projects';
import { expect, expectAccessible, test, unique } from './support/test';

test.use({ alone: true });

test('all notifications are marked as viewed at once', async ({ page, at, api }) => {
  for (const name of [unique('First'), unique('Second')]) {
    await attachSubscription(api, await projectWithCatalogue(api, name), 3);
  }
  await page.goto(at('app/notifications'));
  const rows = page.getByRole('table', { name: 'Notifications' }).locator('tbody').getByRole('row');
  await expect(rows.first()).toBeVisible();
  await page.getByRole('button', { name: 'Mark all as viewed' }).click();
  await expect(page.getByRole('button', { name: 'Mark all as viewed' })).toBeHidden();
  await expect(page.getByText('New: ')).toHaveCount(0);
  await expectAccessible(page);
});
