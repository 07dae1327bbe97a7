import type { Locator, Page } from '@playwright/test';
import { projectWithCatalogue } from './support/projects';
import { administrator } from './support/server';
import { expect, field, test, toast, unique } from './support/test';
import { addUser } from './support/users';

test.use({ signedIn: false, alone: true });

test('all main work is done by keyboard alone', async ({ page, at, api }) => {
  test.setTimeout(4 * 60_000);
  const { product, subscription } = await projectWithCatalogue(api);
  const user = await addUser(api, 'Kay Keyboard');
  const { keyboard } = page;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
  const removeByMenu = async () => {
    await use(page, button('More actions'));
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await keyboard.press('End');
    await keyboard.press('Enter');
    await use(page, dialog.getByRole('button', { name: 'Delete' }));
  };

  await test.step('sign in', async () => {
    await page.goto(at('app/companies'));
    await type(page, field(page, 'Email'), administrator.email);
    await type(page, field(page, 'Password'), administrator.password);
    await keyboard.press('Enter');
    await expect(page).toHaveURL(at('app/companies'));
  });

  const name = unique('Typed');
  await test.step('create a company and edit it', async () => {
    await use(page, link('Add New').first());
    await expect(heading('New company')).toBeVisible();
    await type(page, field(page, 'Name'), name);
    await keyboard.press('Enter');
    await expect(heading(name)).toBeVisible();
    await use(page, link('Edit'));
    await type(page, field(page, 'Details'), 'By keys');
    await use(page, button('Save'));
    await expect(page.getByText('By keys')).toBeVisible();
  });
  const company = page.url();

  await test.step('add a moderator', async () => {
    await use(page, link('Add moderator'));
    await type(page, field(page, 'User Email'), user.email);
    await expect(offers(page)).toHaveCount(1);
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await reach(page, field(page, 'Role'));
    await keyboard.type('Man');
    await use(page, button('Add moderator'));
    await expect(page.getByRole('row', { name: /Kay Keyboard/ })).toContainText('Manager');
  });

  await test.step('create a project', async () => {
    await use(page, link('Add project'));
    await type(page, field(page, 'Name'), 'Keyed project');
    await keyboard.press('Enter');
    await expect(page).toHaveURL(company);
    await use(page, page.getByRole('main').getByRole('link', { name: /Keyed project/ }));
    await expect(heading('Keyed project')).toBeVisible();
  });
  const project = page.url();

  await test.step('attach a product and a subscription', async () => {
    await use(page, link('Add product'));
    await take(page, 'Product', product.name);
    await type(page, field(page, 'Price'), '20');
    await type(page, field(page, 'Cost'), '10');
    await use(page, button('Add product'));
    await expect(page.getByRole('row', { name: product.name })).toBeVisible();
    await use(page, link('Add subscription'));
    await take(page, 'Subscription', subscription.name);
    await type(page, field(page, 'Price'), '30');
    await use(page, button('Add subscription'));
    await expect(page).toHaveURL(project);
  });

  await test.step('mark a notification viewed, which leads to its subscription', async () => {
    await use(page, page.getByRole('link', { name: /^Notifications/ }).first());
    const row = page.getByRole('row', { name: new RegExp(subscription.name) });
    await use(page, row.getByRole('button', { name: /^New: / }));
    await expect(page).toHaveURL(new RegExp(`${project}/sub/`));
  });

  await test.step('cancel it with a reason, and remove it', async () => {
    await use(page, button('Cancel subscription'));
    await type(page, field(dialog, 'Cancelation Reason'), 'Done');
    await use(page, dialog.getByRole('button', { name: 'Cancel subscription' }));
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Canceled', { exact: true })).toBeVisible();
    await removeByMenu();
    await expect(page).toHaveURL(project);
  });

  await test.step('remove a project that is in use, and restore it', async () => {
    await removeByMenu();
    await use(page, page.getByRole('region', { name: 'Pending Remove' }).getByRole('button', { name: 'Restore' }));
    await expect(toast(page, 'Keyed project is restored.')).toBeVisible();
  });

  await test.step('sign out', async () => {
    await use(page, page.getByRole('link', { name: 'Sign Out' }));
    await expect(page).toHaveURL(at('login'));
  });
});

/** Tabs on until the control has the focus, as one without a mouse would, past the end of the page if need be. */
async function reach(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  const isFocused = () => control.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 80 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab');
  await expect(control).toBeFocused();
}

async function use(page: Page, control: Locator): Promise<void> {
  await reach(page, control);
  await page.keyboard.press('Enter');
}

async function type(page: Page, control: Locator, text: string): Promise<void> {
  await reach(page, control);
  await page.keyboard.type(text);
}

const offers = (page: Page) => page.getByRole('listbox').getByRole('option');

/** Takes one of the offered choices of a field. */
async function take(page: Page, label: string, text: string): Promise<void> {
  await type(page, field(page, label), text);
  await expect(offers(page)).toHaveText([new RegExp(text)]);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(offers(page)).toHaveCount(0);
}
