import type { Locator, Page } from '@playwright/test';
import { picture } from './support/files';
import { inFull } from './support/full';
import { projectWithCatalogue } from './support/projects';
import { administrator } from './support/server';
import { expect, field, overview, startAs, test, toast, unique } from './support/test';
import { addUser, openAs, someAddress } from './support/users';

test.use({ signedIn: false, alone: true });

test('all main work is done by keyboard alone', async ({ page, at, api }) => {
  test.setTimeout(4 * 60_000);
  const { product, subscription } = await projectWithCatalogue(api);
  const user = await addUser(api, 'Kay Keyboard');
  const { keyboard } = page;
  const { button, link, dialog, heading, remove } = onPage(page);

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
    await expect(overview(page).getByText('By keys')).toBeVisible();
  });
  const company = page.url();

  await test.step('add a moderator', async () => {
    await use(page, link('Add moderator'));
    await type(page, field(page, 'User Email'), user.email);
    await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toContainText(user.email);
    await keyboard.press('Enter');
    await reach(page, field(page, 'Role'));
    await keyboard.type('Man');
    await use(page, button('Add moderator'));
    await expect(page.getByRole('row', { name: /Kay Keyboard/ })).toContainText('Manager');
  });

  await test.step('change the role of a moderator, remove them, and undo that', async () => {
    if (inFull(false, true)) return;
    const row = page.getByRole('row', { name: /Kay Keyboard/ });
    await use(page, button('Edit Kay Keyboard'));
    await reach(page, field(dialog, 'Role'));
    await keyboard.type('Dev');
    await use(page, dialog.getByRole('button', { name: 'Save' }));
    await expect(row).toContainText('Developer');
    await use(page, button('Remove Kay Keyboard'));
    await use(page, dialog.getByRole('button', { name: 'Remove' }));
    await expect(row).toBeHidden();
    await undo(page, 'Kay Keyboard is removed.');
    await expect(row).toContainText('Developer');
  });

  await test.step('create a project, and edit it', async () => {
    await use(page, link('Add project'));
    await type(page, field(page, 'Name'), 'Keyed project');
    await keyboard.press('Enter');
    await expect(page).toHaveURL(company);
    await use(page, page.getByRole('table', { name: 'Projects' }).getByRole('link', { name: 'Keyed project' }));
    await use(page, link('Edit'));
    await type(page, field(page, 'Name'), 'Keyed project!'); // Tab has selected what was there
    await use(page, button('Save'));
    await expect(heading('Keyed project!')).toBeVisible();
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
    await reach(page, field(page, 'End At'));
    const soon = new Date(Date.now() + 3 * 86_400_000).toISOString(); // so that a notification comes
    await keyboard.type(`${soon.slice(5, 7)}${soon.slice(8, 10)}${soon.slice(0, 4)}`);
    await use(page, button('Add subscription'));
    await expect(page).toHaveURL(project);
  });

  await test.step('edit the product, take it off, and undo that', async () => {
    if (inFull(false, true)) return;
    const row = page.getByRole('row', { name: product.name });
    await use(page, row.getByRole('link'));
    await use(page, link('Edit'));
    await reach(page, field(page, 'Status'));
    await keyboard.type('Del');
    await use(page, button('Save'));
    await expect(page.getByText('Delivered').first()).toBeVisible();
    await remove();
    await expect(page).toHaveURL(project);
    await expect(row).toBeHidden();
    await undo(page, `${product.name} is removed.`);
    await expect(row).toContainText('Delivered');
  });

  await test.step('mark a notification viewed, which leads to its subscription', async () => {
    await use(page, page.getByRole('link', { name: /^Notifications/ }).first());
    const row = page.getByRole('row', { name: new RegExp(subscription.name) });
    await use(page, row.getByRole('button', { name: /^New: / }));
    await expect(page).toHaveURL(new RegExp(`${project}/sub/`));
  });

  await test.step('edit it, cancel it with a reason, and remove it', async () => {
    await use(page, link('Edit'));
    await type(page, field(page, 'Details'), 'By keys');
    await use(page, button('Save'));
    await expect(overview(page).getByText('By keys')).toBeVisible();
    await use(page, button('Cancel subscription'));
    await type(page, field(dialog, 'Cancelation Reason'), 'Done');
    await use(page, dialog.getByRole('button', { name: 'Cancel subscription' }));
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Canceled', { exact: true })).toBeVisible();
    await remove();
    await expect(page).toHaveURL(project);
  });

  await test.step('remove a project that is in use, and restore it', async () => {
    await remove();
    await use(page, page.getByRole('region', { name: 'Pending Remove' }).getByRole('button', { name: 'Restore' }));
    await expect(toast(page, 'Keyed project! is restored.')).toBeVisible();
  });

  await test.step('remove a company that is in use, and restore it', async () => {
    if (inFull(false, true)) return;
    await page.goto(company);
    await remove();
    await use(page, page.getByRole('region', { name: 'Pending Remove' }).getByRole('button', { name: 'Restore' }));
    await expect(toast(page, `${name} is restored.`)).toBeVisible();
  });

  await test.step('sign out', async () => {
    await use(page, page.getByRole('link', { name: 'Sign Out' }));
    await expect(page).toHaveURL(at('login'));
  });
});

test('catalogues, people, addresses, photos and passwords are kept by keyboard alone', { tag: '@prove' }, async ({
  page,
  at,
  api,
  server,
}) => {
  test.setTimeout(4 * 60_000);
  const { keyboard } = page;
  const { button, link, dialog, heading, remove } = onPage(page);
  await startAs(page, server, api.token);

  const [category, name] = [unique('Typed'), unique('Lamp')];
  await test.step('add a category', async () => {
    await page.goto(at('app/products'));
    await use(page, button('Add category'));
    await type(page, field(dialog, 'Name'), category);
    await keyboard.press('Enter');
    await expect(page.getByText(`No products in ${category}`)).toBeVisible();
  });

  await test.step('create a product, edit it, remove it, and undo that', async () => {
    await use(page, link('Add New').first());
    await expect(heading('New product')).toBeVisible();
    await type(page, field(page, 'Name'), name);
    await reach(page, field(page, 'Category'));
    await keyboard.type(category);
    await use(page, button('Add product'));
    await expect(heading(name)).toBeVisible();
    await use(page, link('Edit'));
    await type(page, field(page, 'Details'), 'By keys');
    await use(page, button('Save'));
    await expect(overview(page).getByText('By keys')).toBeVisible();
    await remove();
    await expect(page).toHaveURL(at('app/products'));
    await undo(page, `${name} is removed.`);
    await expect(toast(page, `${name} is restored.`)).toBeVisible();
  });

  await test.step('remove a category in use, and restore it', async () => {
    await use(page, page.getByRole('region', { name: 'Categories' }).getByRole('button', { name: category }));
    await use(page, button('Remove category'));
    await use(page, dialog.getByRole('button', { name: 'Delete' }));
    await use(page, page.getByRole('region', { name: 'Pending Remove' }).getByRole('button', { name: 'Restore' }));
    await expect(toast(page, `Category ${category} is restored.`)).toBeVisible();
  });

  const email = someAddress();
  await test.step('register an administrator, and edit them', async () => {
    await page.goto(at('app/users/new'));
    await use(page, button('Administrator'));
    await type(page, field(page, 'Email'), email);
    await type(page, field(page, 'Display Name'), 'Kit Keys');
    await type(page, field(page, 'Password'), 'Turing-Machine-1');
    await keyboard.press('Enter');
    await expect(heading('Kit Keys')).toBeVisible();
    await use(page, link('Edit'));
    await type(page, field(page, 'Last Name'), 'Keys');
    await keyboard.press('Enter');
    await expect(overview(page).getByText('Keys', { exact: true })).toBeVisible();
  });

  await test.step('save an address and remove it', async () => {
    await use(page, link('Add address'));
    await type(page, field(page, 'Country'), 'Norway');
    await type(page, field(page, 'Province State'), 'Oslo');
    await keyboard.press('Enter');
    await expect(page.getByText('Oslo, Norway')).toBeVisible();
    await use(page, link('Edit address'));
    await use(page, button('Remove address'));
    await use(page, dialog.getByRole('button', { name: 'Remove' }));
    await expect(page.getByText('Oslo, Norway')).toBeHidden();
  });

  await test.step('disable a user and enable them', async () => {
    await use(page, button('More actions'));
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await keyboard.press('End');
    await keyboard.press('Enter');
    await use(page, dialog.getByRole('button', { name: 'Disable' }));
    await use(page, button('Enable'));
    await expect(toast(page, 'Kit Keys is enabled.')).toBeVisible();
  });

  await test.step('in their own account: photo, profile and password', async () => {
    await openAs(page, server, { email, name: 'Kit Keys', password: 'Turing-Machine-1' }, at('app/account'));
    const chooser = page.waitForEvent('filechooser');
    await use(page, button('Upload photo'));
    await (await chooser).setFiles(picture);
    await use(page, button('Remove photo'));
    await expect(button('Upload photo')).toBeVisible();

    const profile = page.getByRole('form', { name: 'Profile' });
    await type(page, field(profile, 'First Name'), 'Kit');
    await keyboard.press('Enter');
    await expect(toast(page, 'Your profile is saved.')).toBeVisible();

    await use(page, page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Security' }));
    const passwords = page.getByRole('form', { name: 'Change password' });
    await type(page, field(passwords, 'Current Password'), 'Turing-Machine-1');
    await type(page, field(passwords, 'New Password'), 'Difference-Engine-2');
    await type(page, field(passwords, 'Confirm New Password'), 'Difference-Engine-2');
    await keyboard.press('Enter');
    await expect(toast(page, 'Your password is changed.')).toBeVisible();
  });

  await test.step('ask for a link to reset a password, and use it', async () => {
    await use(page, page.getByRole('link', { name: 'Sign Out' }));
    await use(page, page.getByRole('link', { name: 'Forgot your password?' }));
    await type(page, field(page, 'Email'), email);
    await keyboard.press('Enter');
    await expect(toast(page, 'Password reset link is sent successfully!')).toBeVisible();
    await page.goto(await server.linkInMail(email));
    await type(page, field(page, 'New Password'), 'Analytic-Engine-3');
    await type(page, field(page, 'Confirm New Password'), 'Analytic-Engine-3');
    await keyboard.press('Enter');
    await use(page, page.getByRole('link', { name: 'Login' }));
    await expect(page).toHaveURL(at('login'));
  });
});

/** What is looked for on every page. */
function onPage(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  return {
    button,
    dialog,
    link: (name: string) => page.getByRole('main').getByRole('link', { name, exact: true }),
    heading: (name: string) => page.getByRole('heading', { name, level: 1 }),
    remove: async () => {
      await use(page, button('Delete'));
      await use(page, dialog.getByRole('button', { name: 'Delete' }));
    },
  };
}

/** By the shortcut: with Tab the button in the toast is too far away for the time it stays. */
async function undo(page: Page, text: string): Promise<void> {
  await expect(toast(page, text).getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0); // the keys are the dialog's while it stands
  await page.keyboard.press('u');
}

/** Tabs on until the control has the focus, as one without a mouse would, past the end of the page if need be. */
async function reach(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  // Found again only when the page has replaced it: to find it after each key took most of the time of these tests.
  let wanted = await control.elementHandle();
  const isReached = async () => {
    const place = await page.evaluate(
      (element) => (element?.isConnected ? element === document.activeElement : 'replaced'),
      wanted,
    );
    if (place === 'replaced') wanted = await control.elementHandle();
    return place === true;
  };
  for (let presses = 0; presses < 200 && !(await isReached()); presses += 1) await page.keyboard.press('Tab');
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
  // Chosen once the search for all that was typed is through; before that no key takes it.
  await expect(page.getByRole('option', { name: text, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(offers(page)).toHaveCount(0);
}
