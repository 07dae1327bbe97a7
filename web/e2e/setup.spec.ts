import { startServer } from './support/server';
import { closeToast, expect, expectAccessible, field, test, toast } from './support/test';

test.use({ alone: true, signedIn: false });

test('an empty installation leads from the first start to the first company', async ({ page }) => {
  const server = await startServer('/', '127.0.0.1', { isEmpty: true });
  try {
    // Whoever comes without the code is told where it is.
    await page.goto(server.url);
    await expect(page).toHaveURL(`${server.url}btracker/setup`);
    await expect(page.getByText('prints an address with a one-time code')).toBeVisible();
    await expect(field(page, 'Code')).toBeVisible();
    await page.setViewportSize({ width: 320, height: 640 });
    await expectAccessible(page);

    // The printed address opens in the same tab, and the code is gone from it at once.
    await page.goto(server.setupAddress());
    await expect(page).toHaveURL(`${server.url}btracker/setup`);
    await expect(field(page, 'Code')).toBeHidden();
    await field(page, 'Display Name').fill('Ada Lovelace');
    await field(page, 'Email').fill('ada@example.com');
    await field(page, 'Password').fill('short');
    await page.getByRole('button', { name: 'Make administrator' }).click();
    await expect(page.getByText('Password must be 8 to 64 characters')).toBeVisible();
    await field(page, 'Password').fill('Lovelace-1815');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Make administrator' }).click();
    await expect(page).toHaveURL(`${server.url}btracker/app/dashboard`);
    await closeToast(page, 'Welcome, Ada Lovelace!');

    // The steps.
    const steps = page.getByRole('region', { name: 'First steps' });
    await expect(steps.getByText('0 of 4 done')).toBeVisible();
    await expect(steps.getByText('BTRACKER_SMTP_URL')).toBeVisible();
    await expect(page.getByText('What ended and was not renewed will be here.')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await steps.getByRole('button', { name: 'Add starter categories' }).click();
    await closeToast(page, 'Starter categories are added.');
    // A catalogue of categories alone has nothing for a project to choose.
    await expect(steps.getByRole('button', { name: 'Add starter categories' })).toBeHidden();
    await expect(steps.getByText('0 of 4 done')).toBeVisible();
    await steps.getByRole('link', { name: 'Add subscription' }).click();
    await field(page, 'Name').fill('Hosting');
    await field(page, 'Category').selectOption('Hosting');
    await field(page, 'Cost').fill('5');
    await page.getByRole('button', { name: 'Add subscription' }).click();
    await closeToast(page, 'Hosting is added.');
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(steps.getByText('1 of 4 done')).toBeVisible();

    await steps.getByRole('link', { name: 'Add user' }).click();
    await expect(page.getByText('no mail server is set up')).toBeVisible();
    await field(page, 'Email').fill('grace@example.com');
    await field(page, 'Display Name').fill('Grace Hopper');
    await page.getByRole('button', { name: 'Add user' }).click();
    await closeToast(page, 'Grace Hopper is added.');
    await expect(page.getByText('pass this link on yourself')).toBeVisible();
    const link = await page.getByRole('status', { name: 'Invitation link' }).getByRole('code').textContent();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Companies', exact: true }).click();
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await page.getByRole('link', { name: 'Grace Hopper' }).click();
    await expect(page.getByText('Invite again to get a link')).toBeVisible(); // it is not shown again

    // An empty list says what it is for, and how to fill it.
    await page.getByRole('link', { name: 'Companies', exact: true }).click();
    const empty = page.locator('main');
    await expect(empty.getByText('No companies yet')).toBeVisible();
    await expect(empty.getByRole('link', { name: 'Import' }).last()).toBeVisible();
    await empty.getByRole('link', { name: 'Add New' }).last().click();
    await field(page, 'Name').fill('Northwind');
    await page.getByRole('button', { name: 'Add company' }).click();
    await expect(page.getByRole('heading', { name: 'Northwind' })).toBeVisible();
    await closeToast(page, 'Northwind is added.');
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(steps.getByText('3 of 4 done')).toBeVisible();
    await steps.getByRole('button', { name: 'Hide' }).click();
    await expect(steps).toBeHidden();
    await page.reload();
    await expect(page.getByText('Companies').first()).toBeVisible();
    await expect(steps).toBeHidden();

    // The link works, and the printed address does not any more.
    await page.getByRole('link', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(`${server.url}btracker/login`);
    await page.goto(link ?? '');
    await field(page, 'New Password').fill('Compiler-1952');
    await field(page, 'Confirm New Password').fill('Compiler-1952');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(toast(page, 'Password reset successfully!')).toBeVisible();
    await server.signIn('grace@example.com', 'Compiler-1952');
    await page.goto(server.setupAddress());
    await expect(page.getByText('There is an administrator already.')).toBeVisible();
    await expect(field(page, 'Email')).toBeHidden();
    await expectAccessible(page);
  } finally {
    await server.stop();
  }
});

test.describe('with a wrong code', () => {
  test.use({ expectedErrors: /status of 422/ });

  test('nobody becomes administrator', { tag: '@prove' }, async ({ page }) => {
    const server = await startServer('/', '127.0.0.1', { isEmpty: true });
    try {
      await page.goto(`${server.url}btracker/setup#code=guessed`);
      await field(page, 'Display Name').fill('Eve');
      await field(page, 'Email').fill('eve@example.com');
      await field(page, 'Password').fill('Lovelace-1815');
      await page.getByRole('button', { name: 'Make administrator' }).click();
      await expect(page.getByRole('alert')).toContainText('This code is not valid.');
      await page.goto(server.setupAddress());
      await expect(page.getByRole('button', { name: 'Make administrator' })).toBeVisible();
    } finally {
      await server.stop();
    }
  });
});
