import { readFile } from 'node:fs/promises';
import { layoutFaults } from './support/layout';
import { expect, expectAccessible, field, test, toast } from './support/test';
import { addUser } from './support/users';

test('an administrator finds security events by person, kind and day, and exports what is shown', async ({
  page,
  at,
  api,
  server,
}) => {
  const user = await addUser(api, 'Sena Seen');
  await server.signIn(user.email, user.password);
  await expect(server.signIn(user.email, 'Wrong-Engine-1')).rejects.toThrow('401');
  await page.goto(at('app/dashboard'));
  await page.getByRole('link', { name: 'Security', exact: true }).click();
  await expect(page).toHaveURL(at('app/security'));
  const rows = page.getByRole('table', { name: 'Security events' }).getByRole('row');
  await expect(rows.filter({ hasText: user.email }).first()).toBeVisible();

  await page.getByRole('combobox', { name: 'Person' }).fill(user.email);
  await page.getByRole('combobox', { name: 'Person' }).press('Enter');
  await expect(page).toHaveURL(/person=/);
  await expect(rows.filter({ hasNotText: user.email })).toHaveCount(1); // the headings
  await expect(rows.filter({ hasText: 'Signed in' })).toHaveCount(1);
  await expectAccessible(page);

  await page.getByLabel('What').selectOption('Sign-in failed');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Sign-in failed');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trim().split('\n')).toHaveLength(2);
  expect(file).toContain(user.email);
  expect(file).toContain('signInFailed');

  // The address holds the filters, so a reload and the way back keep them.
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await expect(page.getByText('No event matches these filters')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(at('app/security'));
  await expect(rows.filter({ hasText: user.email }).first()).toBeVisible();

  await rows.filter({ hasText: user.email }).first().getByRole('link', { name: user.email }).click();
  await expect(page).toHaveURL(at(`app/users/${user.email}`));
  await expect(page.getByRole('heading', { name: 'Security events' })).toBeVisible();
});

test('security events fit a phone, filters included', { tag: '@prove' }, async ({ page, at, api }) => {
  const user = await addUser(api, 'A long name that takes much room on a small screen');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at(`app/security?person=${user.email}`));
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible();
  await expect(page.getByText(user.email).first()).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('What').selectOption('Wrong code');
  await expect(page.getByText('No event matches these filters')).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);
  await expectAccessible(page);
});

test.describe('a person', () => {
  test.use({ expectedErrors: /status of 404/ });

  test('is erased from the menu, after the address is typed', async ({ page, at, api, server }) => {
    const user = await addUser(api, 'Edda Erased');
    await page.goto(at(`app/users/${user.email}`));
    const more = page.getByRole('button', { name: 'More actions' });
    await more.click();
    await expect(page.getByRole('menuitem', { name: 'Disable' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Erase' })).toHaveCount(0); // disabled users alone
    await page.keyboard.press('Escape');
    await api.call('PUT', 'UserManagement/disable', { email: user.email, reason: 1 });
    await page.reload();
    await more.click();
    await page.getByRole('menuitem', { name: 'Erase' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erasing: ' });
    await expect(dialog).toContainText('Nobody can take it back');
    await expectAccessible(page);
    await field(dialog, 'Email').fill('somebody@example.com');
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await expect(dialog).toContainText('This is not the e-mail address of this user.');
    await field(dialog, 'Email').fill(user.email);
    await dialog.getByRole('button', { name: 'Erase' }).click();

    await expect(toast(page, /is erased\./)).toBeVisible();
    await expect(page).toHaveURL(/app\/users\/erased-[0-9a-f]+@erased\.invalid$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^erased-/);
    await expect(page.getByRole('main').getByText('Erased', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Enable' })).toHaveCount(0);
    await expectAccessible(page);
    await expect(server.signIn(user.email, user.password)).rejects.toThrow('401');
    await expect(api.call('GET', `UserManagement/${user.email}`)).rejects.toThrow('404');
    await page.goto(at('app/users?search=Edda'));
    await expect(page.getByRole('main').getByRole('link', { name: /Edda/ })).toHaveCount(0);
    await page.goto(at('app/activity'));
    await expect(page.getByRole('main').getByText(user.email)).toHaveCount(0);
  });
});
