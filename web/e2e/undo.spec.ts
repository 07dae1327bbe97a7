import type { Page } from '@playwright/test';
import type { Api } from './support/api';
import { picture } from './support/files';
import { openLive } from './support/live';
import { attachProduct, attachSubscription, projectWithCatalogue } from './support/projects';
import { expect, expectAccessible, field, heldToast, overview, test, toast, unique } from './support/test';
import { someAddress } from './support/users';

const undone = 'The change is undone.';

/** Takes back what a toast tells of, by the mouse. */
async function undo(page: Page, news: string): Promise<void> {
  const shown = await heldToast(page, news);
  await shown.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, undone)).toBeVisible();
}

/** A line of the history on the page. */
function line(page: Page, text: string | RegExp) {
  return page.locator('#history').getByRole('listitem').filter({ hasText: text });
}

function fact(page: Page, text: string) {
  return overview(page).getByText(text);
}

function save(page: Page, name = 'Save') {
  return page.getByRole('button', { name, exact: true }).click();
}

async function someUser(api: Api, name: string): Promise<string> {
  const email = someAddress();
  await api.createUser(email, name);
  return email;
}

test.describe('the toast of every action takes it back', () => {
  test('a company: save, address, photo, moderator, role', async ({ page, at, api }) => {
    const { id, name } = await api.createCompany(unique('Kept'), { details: 'First' });
    const email = await someUser(api, 'Max Moderator');
    const details = at(`app/companies/${id}`);

    await page.goto(`${details}/edit`);
    await field(page, 'Details').fill('Second');
    await save(page);
    await undo(page, `${name} is saved.`);
    await expect(fact(page, 'First')).toBeVisible();

    await page.goto(`${details}/address`);
    await field(page, 'Country').fill('Norway');
    await field(page, 'Province State').fill('Oslo');
    await save(page, 'Save address');
    await expect(fact(page, 'Norway')).toBeVisible();
    await undo(page, 'The address is saved.');
    await expect(fact(page, 'Norway')).toBeHidden();

    await page.goto(details);
    await page.getByLabel('Photo file').setInputFiles(picture);
    await expect(page.getByRole('button', { name: 'Remove photo' })).toBeVisible();
    await undo(page, 'The photo is saved.');
    await expect(page.getByRole('button', { name: 'Remove photo' })).toBeHidden();

    await page.goto(`${details}/new-moderator`);
    await field(page, 'User Email').fill(email);
    await field(page, 'Role').selectOption('Support');
    await save(page, 'Add moderator');
    await undo(page, 'Max Moderator is a moderator now.');
    await expect(page.getByText('No moderators yet')).toBeVisible();

    await api.addModerator(id, email, 3);
    await page.goto(details);
    await page.getByRole('button', { name: 'Edit Max Moderator' }).click();
    await page.getByRole('dialog').getByLabel(/^Role/).selectOption('Manager');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('row', { name: /Max Moderator/ })).toContainText('Manager');
    await undo(page, 'Max Moderator is saved.');
    await expect(page.getByRole('row', { name: /Max Moderator/ })).toContainText('Support');
  });

  test('records that were added are gone, and their pages are left', { tag: '@prove' }, async ({ page, at, api }) => {
    const project = await projectWithCatalogue(api);
    const name = unique('Short-lived');

    await page.goto(at('app/companies/new'));
    await field(page, 'Name').fill(name);
    await save(page, 'Add company');
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await undo(page, `${name} is added.`);
    await expect(page).toHaveURL(at('app/companies'));
    await toast(page, undone).getByRole('button', { name: 'Redo' }).click();
    await page.goto(at(`app/companies?search=${encodeURIComponent(name)}`));
    await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible();

    await page.goto(at(`app/projects/${project.id}/new-product`));
    await page.getByRole('combobox', { name: /^Product/ }).fill(project.product.name);
    await page.getByRole('option', { name: project.product.name }).click();
    await field(page, 'Price').fill('10');
    await field(page, 'Cost').fill('5');
    await save(page, 'Add product');
    await undo(page, `${project.product.name} is added.`);
    await expect(page.getByText('No products yet')).toBeVisible();
  });

  test('a subscription that was canceled runs again', { tag: '@prove' }, async ({ page, at, api }) => {
    const project = await projectWithCatalogue(api);
    const { id } = await attachSubscription(api, project);
    await page.goto(at(`app/projects/${project.id}/sub/${id}`));
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    const dialog = page.getByRole('dialog');
    await field(dialog, 'Cancelation Reason').fill('Too dear');
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(fact(page, 'Too dear')).toBeVisible();
    await undo(page, `${project.subscription.name} is canceled.`);
    await expect(fact(page, 'Too dear')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Cancel subscription' })).toBeVisible();
  });
});

test('by keyboard in a second tab: a removal by the key of Activity', { tag: '@prove' }, async ({
  page,
  at,
  api,
  context,
}) => {
  const project = await projectWithCatalogue(api);
  const { id } = await attachProduct(api, project);
  await openLive(page, at(`app/projects/${project.id}`));
  await api.call('DELETE', 'project/product', { id });
  await expect(page.getByText('No products yet')).toBeVisible();

  const other = await context.newPage();
  await other.goto(at(`app/activity?entity=projectProduct&id=${id}`));
  const removal = other.getByRole('listitem').filter({ hasText: `removed product ${project.product.name}` });
  await removal.getByRole('button', { name: 'Undo' }).focus();
  await other.keyboard.press('Enter');
  await expect(removal).toContainText('Undone');
  await expect(page.getByRole('main').getByRole('link', { name: project.product.name }).first()).toBeVisible();
  await other.close();
});

test('by keyboard alone: the toast by its key, a line of the history by Tab and Enter', async ({ page, at, api }) => {
  const { id, name } = await api.createCompany(unique('Keyed'), { details: 'First' });
  await page.goto(at(`app/companies/${id}/edit`));
  await page.waitForLoadState('networkidle'); // shortcuts come when the page is painted
  await field(page, 'Details').fill('Second');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, `${name} is saved.`)).toBeVisible();
  await expect(fact(page, 'Second')).toBeVisible();
  await page.keyboard.press('u');
  await expect(fact(page, 'First')).toBeVisible();

  const redone = line(page, 'set Details back from Second to First').getByRole('button', { name: 'Undo' });
  await redone.focus();
  await expect(redone).toHaveAccessibleDescription(/Ada Admin set Details back/);
  await page.keyboard.press('Enter');
  await expect(fact(page, 'Second')).toBeVisible();
  await expect(line(page, 'set Details back from Second to First')).toContainText('Undone');
});

test('in a second tab and after a reload, seen by the first one', async ({ page, at, api, context }) => {
  const { id, name } = await api.createCompany(unique('Tabbed'), { details: 'First' });
  await openLive(page, at(`app/companies/${id}/edit`));
  await field(page, 'Details').fill('Second');
  await save(page);
  await expect(fact(page, 'Second')).toBeVisible();

  const other = await context.newPage();
  await other.goto(at('app/activity'));
  await other.reload();
  const change = other.getByRole('listitem').filter({ hasText: `changed Details of company ${name}` });
  await change.getByRole('button', { name: 'Undo' }).click();
  await expect(change).toContainText('Undone');
  await expect(fact(page, 'First')).toBeVisible();
  await other.close();
});

test.describe('a conflict', () => {
  test.use({ expectedErrors: /status of 422/ });

  test('is shown first, and overwritten when told to', async ({ page, at, api }) => {
    const { id, name } = await api.createCompany(unique('Disputed'), { details: 'First' });
    for (const details of ['Second', 'Third']) await api.call('PUT', 'company', { data: { id, name, details } });
    await page.goto(at(`app/companies/${id}`));
    const change = line(page, 'from First to Second').getByRole('button', { name: 'Undo' });
    const question = page.getByRole('dialog', { name: 'Changed again since' });

    await change.click();
    for (const text of [name, 'Details', 'Third', 'First']) await expect(question).toContainText(text);
    await expectAccessible(page, { within: 'dialog' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(fact(page, 'Third')).toBeVisible();
    await expect(change).toBeFocused();

    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Overwrite' }).click();
    await expect(fact(page, 'First')).toBeVisible();
    await expect(line(page, 'set Details back from Third to First')).toBeVisible();
  });
});

test('removed records are restored, and go again by Redo', async ({ page, at, api }) => {
  const { id, name } = await api.createCompany(unique('Missed'));
  await api.call('DELETE', 'company', { id });
  await page.goto(at('app/dashboard'));
  // Shortcuts come after the first paint.
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('x');
    await expect(page).toHaveURL(at('app/removed'), { timeout: 1000 });
  }).toPass();
  await page.getByRole('button', { name: `Restore ${name}` }).click();
  await expect(page.getByRole('button', { name: `Restore ${name}` })).toBeHidden();
  const news = await heldToast(page, `${name} is restored.`);
  await expect.poll(() => api.call<{ id: string }>('GET', `company/${id}`).then((company) => company.id)).toBe(id);
  await news.getByRole('button', { name: 'Redo' }).click();
  await expect(toast(page, undone)).toBeVisible();
  await expect(api.call('GET', `company/${id}`)).rejects.toThrow('404');
});
