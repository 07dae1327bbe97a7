import { expect, field, heldToast, test, unique } from './support/test';
import { addUser, openAs } from './support/users';

const owner = 1;
const support = 3;

test('a moderator is found by e-mail, added, given another role and removed; Undo brings them back', async ({
  page,
  at,
  api,
}) => {
  const company = await api.createCompany(unique('Moderated'));
  const user = await addUser(api, 'Mary Moderator');
  const details = at(`app/companies/${company.id}`);
  await page.goto(details);
  await page.getByRole('link', { name: 'Add moderator' }).click();
  await expect(page).toHaveURL(`${details}/new-moderator`);
  await field(page, 'User Email').pressSequentially(user.email.slice(0, 10));
  await page.getByRole('option', { name: /Mary Moderator/ }).click();
  await expect(field(page, 'User Email')).toHaveValue(user.email);
  await field(page, 'Role').selectOption('Manager');
  await page.getByRole('button', { name: 'Add moderator' }).click();
  await expect(page).toHaveURL(details);
  const row = page.getByRole('row', { name: /Mary Moderator/ });
  await expect(row).toContainText('Manager');

  await page.getByRole('button', { name: 'Edit Mary Moderator' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mary Moderator' });
  await field(dialog, 'Role').selectOption('Designer');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Designer');

  await page.getByRole('button', { name: 'Remove Mary Moderator' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  const removed = await heldToast(page, 'is removed.');
  await expect(row).toBeHidden();
  await expect(page.getByText('No moderators yet')).toBeVisible();
  await removed.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Designer');
});

test.describe('an address that nobody has', () => {
  test.use({ expectedErrors: /status of 400/ });

  test('is refused on its field', async ({ page, at, api }) => {
    const company = await api.createCompany(unique('Alone'));
    await page.goto(at(`app/companies/${company.id}/new-moderator`));
    await field(page, 'User Email').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Add moderator' }).click();
    await expect(field(page, 'User Email')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, 'User Email')).toBeFocused();
    await expect(page).toHaveURL(at(`app/companies/${company.id}/new-moderator`));
  });
});

test('adding one who is there already leads back without a call', { tag: '@prove' }, async ({ page, at, api }) => {
  const company = await api.createCompany(unique('Twice'));
  const user = await addUser(api, 'Twice There');
  await api.addModerator(company.id, user.email, support);
  await page.goto(at(`app/companies/${company.id}/new-moderator`));
  const calls: string[] = [];
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await field(page, 'User Email').fill(user.email);
  await page.getByRole('button', { name: 'Add moderator' }).click();
  await expect(page).toHaveURL(at(`app/companies/${company.id}`));
  expect(calls.filter((call) => call.startsWith('POST /api/'))).toEqual([]);
});

test.describe('signed in as a moderator', () => {
  test.use({ signedIn: false, expectedErrors: /status of 404|Not Found/ });

  test('one sees their companies alone, and only what the role allows', async ({ page, at, api, server }) => {
    const own = await api.createCompany(unique('Own'));
    const foreign = await api.createCompany(unique('Foreign'));
    const user = await addUser(api, 'Sue Support');
    await api.addModerator(own.id, user.email, support);
    await openAs(page, server, user, at('app/companies'));
    await expect(page.getByText('1 company', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add New' })).toBeHidden();
    await expect(page.getByText('Adding needs an administrator.')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: own.name }).click();
    await expect(page.getByRole('heading', { name: own.name, level: 1 })).toBeVisible();
    for (const name of ['Edit', 'Add moderator', 'Add address']) {
      await expect(page.getByRole('link', { name, exact: true })).toBeHidden();
    }
    await expect(page.getByRole('button', { name: 'Delete' })).toBeHidden();
    await expect(
      page.getByText('Editing needs the role Owner or Manager. Removing needs an administrator.'),
    ).toBeVisible();
    await expect(page.getByText('Adding needs the role Owner or Manager.')).toHaveCount(2);
    const people = page.getByRole('table', { name: 'Moderators' });
    await expect(people.getByRole('row').filter({ hasText: user.email })).toContainText(
      'Sees everything except cost. Edits and cancels subscriptions.',
    );
    const others = page.getByRole('list', { name: 'Also with access' });
    await expect(others.getByRole('listitem').filter({ hasText: 'Ada Admin' })).toContainText(
      'Sees and edits everything.',
    );

    await page.goto(at(`app/companies/${foreign.id}`));
    await expect(page).toHaveURL(at('app/not-found'));
  });

  test('an owner edits and manages moderators, but does not remove the company', async ({ page, at, api, server }) => {
    const company = await api.createCompany(unique('Owned'));
    const user = await addUser(api, 'Olive Owner');
    await api.addModerator(company.id, user.email, owner);
    await openAs(page, server, user, at(`app/companies/${company.id}`));
    await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add moderator' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete' })).toBeHidden();
    await expect(page.getByText(/needs? the role|needs? an administrator/)).toHaveText(
      'Removing needs an administrator.',
    );
  });
});
