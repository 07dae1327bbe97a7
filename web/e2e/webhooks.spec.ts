import { expect, expectAccessible, field, test, toast } from './support/test';

test.use({ expectedErrors: /status of 400/ });

test('an administrator adds, changes, switches off and removes a webhook', async ({ page, at }) => {
  await page.goto(at('app/dashboard'));
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page).toHaveURL(at('app/webhooks'));
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
  await field(dialog, 'Url').fill('http://127.0.0.1/hook');
  await dialog.getByRole('button', { name: 'Add event' }).click();
  await dialog.getByLabel('Records').selectOption('Subscriptions of projects');
  await dialog.getByLabel('What happens').selectOption('Canceled');
  await dialog.getByRole('button', { name: 'Add event' }).click();
  await expect(dialog.getByRole('button', { name: 'Companies: any change' })).toBeVisible();
  await expectAccessible(page);

  // Nothing that was typed is lost when the server refuses.
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog).toContainText('private');
  await field(dialog, 'Url').fill('https://hooks.example.com/tracker');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: 'https://hooks.example.com/tracker' });
  await expect(row).toContainText('Subscriptions of projects: canceled');
  await expectAccessible(page);
  await page.reload();
  await expect(row).toBeVisible();
  await expect(page.getByText(/^whsec_/)).toHaveCount(0);

  await row.getByRole('button', { name: 'Edit: ' }).click();
  const edit = page.getByRole('dialog', { name: 'Change the webhook' });
  await edit.getByRole('button', { name: 'Companies: any change' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'The webhook is saved.')).toBeVisible();
  await expect(row.getByText('Companies: any change')).toHaveCount(0);

  await row.getByRole('button', { name: 'Switch off: ' }).click();
  await expect(row.getByRole('button', { name: 'Switch on: ' })).toBeVisible();
  await row.getByRole('button', { name: 'Deliveries: ' }).click();
  const deliveries = page.getByRole('dialog', { name: 'Deliveries to hooks.example.com' });
  await expect(deliveries).toContainText('Nothing was sent yet');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await row.getByRole('button', { name: 'Remove: ' }).click();
  await page.getByRole('button', { name: 'Remove webhook' }).click();
  await expect(row).toHaveCount(0);
});
