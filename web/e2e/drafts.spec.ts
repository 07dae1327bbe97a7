import type { Locator, Page } from '@playwright/test';
import { attachProduct, attachSubscription, projectWithCatalogue } from './support/projects';
import { administrator } from './support/server';
import { expect, expectAccessible, field, overview, startAs, test, toast, unique } from './support/test';
import { addUser, openAs, someAddress, type User } from './support/users';

const developer = 4;
const manager = 2;

/** The line that says that a form holds what was typed before. */
function restoredLine(scope: Page | Locator): Locator {
  return scope.getByRole('status').filter({ hasText: 'Restored what you typed' });
}

async function signIn(page: Page, { email, password }: Pick<User, 'email' | 'password'>): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Answers the next request of an address as a server with a defect would. */
async function breakOnce(page: Page, address: string): Promise<void> {
  const problem = { title: 'Internal Server Error', status: 500, traceId: 'trace-4711' };
  const answer = { status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) };
  await page.route(
    address,
    (route) => (route.request().method() === 'GET' ? route.fallback() : route.fulfill(answer)),
    {
      times: 1,
    },
  );
}

test.describe('a save that ends in a 500', () => {
  test.use({ expectedErrors: /status of 500|The form was not saved/ });

  test('leads to the error page, and from there back to what was typed', async ({ page, at, api }) => {
    const company = await api.createCompany(unique('Kept'));
    const edit = at(`app/companies/${company.id}/edit`);
    await page.goto(edit);
    await field(page, 'Details').fill('two\nlines');
    await breakOnce(page, '**/api/v1/company');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(at('app/server-error'));
    await expect(page.getByText('What you typed is kept.')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Back to the page' }).click();
    await expect(page).toHaveURL(edit);
    await expect(restoredLine(page)).toBeVisible();
    await expect(field(page, 'Details')).toHaveValue('two\nlines');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'is saved.')).toBeVisible();
    await expect(page).toHaveURL(at(`app/companies/${company.id}`));

    // Saved, there is nothing left to restore.
    await page.goto(edit);
    await expect(field(page, 'Details')).toHaveValue('two\nlines');
    await expect(restoredLine(page)).toBeHidden();
  });

  test('keeps picks, choices, amounts and days of a new record, and a reload too', async ({ page, at, api }) => {
    const project = await projectWithCatalogue(api);
    const address = at(`app/projects/${project.id}/new-subscription`);
    await page.goto(address);
    await field(page, 'Subscription').fill(project.subscription.name);
    await page.getByRole('option', { name: project.subscription.name }).click();
    await field(page, 'Start At').fill('2026-01-31');
    await field(page, 'End At').fill('2027-01-30');
    await field(page, 'Auto Renew').check();
    await field(page, 'Price').fill('49.9');
    await breakOnce(page, '**/api/v1/project/subscription');
    await page.getByRole('button', { name: 'Add subscription' }).click();
    await expect(page).toHaveURL(at('app/server-error'));

    await page.goto(address);
    await expect(restoredLine(page)).toBeVisible();
    await expect(field(page, 'Subscription')).toHaveValue(project.subscription.name);
    await expect(field(page, 'Start At')).toHaveValue('2026-01-31');
    await expect(field(page, 'End At')).toHaveValue('2027-01-30');
    await expect(field(page, 'Auto Renew')).toBeChecked();
    await expect(field(page, 'Price')).toHaveValue('49.90');
    await page.getByRole('button', { name: 'Add subscription' }).click();
    await expect(toast(page, 'is added.')).toBeVisible();
    await expect(page).toHaveURL(at(`app/projects/${project.id}`));
  });

  test('keeps the kind of a new user, and no password', async ({ page, at }) => {
    await page.goto(at('app/users/new'));
    await page.getByRole('button', { name: 'Administrator' }).click();
    await field(page, 'Email').fill(someAddress());
    await field(page, 'Display Name').fill('Nora Nearly');
    await field(page, 'Password').fill('Analytic-Engine-1');
    await breakOnce(page, '**/api/v1/UserManagement/admin');
    await page.getByRole('button', { name: 'Register administrator' }).click();
    await page.getByRole('link', { name: 'Back to the page' }).click();
    await expect(restoredLine(page)).toBeVisible();
    await expect(field(page, 'Display Name')).toHaveValue('Nora Nearly');
    await expect(field(page, 'Password')).toHaveValue('');
    const stored = await page.evaluate(() => JSON.stringify(sessionStorage) + JSON.stringify(localStorage));
    expect(stored).toContain('Nora Nearly');
    expect(stored).not.toContain('Analytic-Engine-1');
  });

  test('keeps the reason of a cancelation in its dialog', async ({ page, at, api }) => {
    const project = await projectWithCatalogue(api);
    const { id } = await attachSubscription(api, project);
    await page.goto(at(`app/projects/${project.id}/sub/${id}`));
    const open = () => page.getByRole('button', { name: 'Cancel subscription' }).click();
    const dialog = page.getByRole('dialog');
    await open();
    await field(dialog, 'Cancelation Reason').fill('They moved on.');
    await breakOnce(page, '**/api/v1/project/subscription/cancel');
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByRole('link', { name: 'Back to the page' }).click();
    await open();
    await expect(restoredLine(dialog)).toBeVisible();
    await expect(field(dialog, 'Cancelation Reason')).toHaveValue('They moved on.');
    await expectAccessible(page);
    // To close it is a decision.
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await open();
    await expect(field(dialog, 'Cancelation Reason')).toHaveValue('');
  });
});

test('a draft is dropped by Discard, and by leaving the page', async ({ page, at, api }) => {
  const company = await api.createCompany(unique('Dropped'));
  const edit = at(`app/companies/${company.id}/edit`);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(edit);
  await field(page, 'Details').fill('half a sentence');
  await page.reload();
  await expect(field(page, 'Details')).toHaveValue('half a sentence');
  await restoredLine(page).getByRole('button', { name: 'Discard' }).click();
  await expect(field(page, 'Details')).toHaveValue('');
  await page.reload();
  await expect(field(page, 'Name')).toHaveValue(company.name);
  await expect(field(page, 'Details')).toHaveValue('');

  await field(page, 'Details').fill('half a sentence');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(at(`app/companies/${company.id}`));
  await page.goto(edit);
  await expect(field(page, 'Name')).toHaveValue(company.name);
  await expect(field(page, 'Details')).toHaveValue('');
});

test('a draft of what somebody changed since meets the conflict', async ({ page, at, api }) => {
  const company = await api.createCompany(unique('Contested'));
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(at(`app/companies/${company.id}/edit`));
  await field(page, 'Details').fill('mine');
  await page.goto(at('app/not-found'));
  await api.call('PUT', 'company', { data: { id: company.id, name: `${company.name} two` } });

  await page.goto(at(`app/companies/${company.id}/edit`));
  await expect(restoredLine(page)).toBeVisible();
  await expect(field(page, 'Details')).toHaveValue('mine');
  const banner = page.getByRole('alert').filter({ hasText: 'changed this' });
  await expect(banner).toContainText(`Name is now: ${company.name} two`);
  await banner.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(at(`app/companies/${company.id}`));
  await expect(overview(page).getByText('mine')).toBeVisible();
});

test.describe('a save that the server refuses as a conflict', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('sends the version that the draft was begun on', async ({ page, at, api }) => {
    const company = await api.createCompany(unique('Versioned'));
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(at(`app/companies/${company.id}/edit`));
    await field(page, 'Name').fill(`${company.name} mine`);
    await page.goto(at('app/not-found'));
    await page.goto(at(`app/companies/${company.id}/edit`));
    await expect(restoredLine(page)).toBeVisible();
    // The page does not hear of what happens now.
    await page.route('**/api/v1/company/*', () => {});
    await api.call('PUT', 'company', { data: { id: company.id, name: `${company.name} theirs` } });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'changed this' })).toBeVisible();
    expect((await api.call<{ name: string }>('GET', `company/${company.id}`)).name).toBe(`${company.name} theirs`);
  });
});

test.describe('a session that ends', () => {
  // The live connection may be about to open when the server ends the session.
  test.use({ alone: true, expectedErrors: /status of 401|WebSocket connection|The form was not saved/ });

  test('gives the same person back what they typed', async ({ page, at, api }) => {
    const company = await api.createCompany(unique('Expired'));
    const other = await api.createCompany(unique('Other'));
    const edit = at(`app/companies/${company.id}/edit`);
    await page.goto(edit);
    await field(page, 'Details').fill('half a sentence');
    await api.logout();
    await expect(page).toHaveURL(at('login'));
    await signIn(page, administrator);
    await expect(page).toHaveURL(edit);
    await expect(restoredLine(page)).toBeVisible();
    await expect(field(page, 'Details')).toHaveValue('half a sentence');
    // Nothing of it is on other forms.
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(at(`app/companies/${other.id}/edit`));
    await expect(field(page, 'Name')).toHaveValue(other.name);
    await expect(field(page, 'Details')).toHaveValue('');
  });

  test('never shows it to another person in the same tab', async ({ page, at, api, server }) => {
    const company = await api.createCompany(unique('Private'));
    const edit = at(`app/companies/${company.id}/edit`);
    const helpers = await server.signIn();
    const bob = await addUser(helpers, 'Bob Beside');
    await helpers.addModerator(company.id, bob.email, manager);
    await page.goto(edit);
    await field(page, 'Details').fill('between us');
    await api.logout();
    await expect(page).toHaveURL(at('login'));
    await signIn(page, bob);
    await expect(page).toHaveURL(edit);
    await expect(field(page, 'Name')).toHaveValue(company.name);
    await expect(field(page, 'Details')).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('between us');
  });

  test('keeps nothing when it is ended by signing out', async ({ page, at, api }) => {
    const company = await api.createCompany(unique('Signed out'));
    const edit = at(`app/companies/${company.id}/edit`);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(edit);
    await field(page, 'Details').fill('half a sentence');
    await page.goto(at('app/logout'));
    await expect(page).toHaveURL(at('login'));
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('half a sentence');
    await signIn(page, administrator);
    await expect(page).toHaveURL(at('app/dashboard'));
    await page.goto(edit);
    await expect(field(page, 'Name')).toHaveValue(company.name);
    await expect(field(page, 'Details')).toHaveValue('');
  });
});

test.describe('rights and records that go', () => {
  test.use({ signedIn: false, alone: true, expectedErrors: /status of (403|404)|The form was not saved/ });

  test('a role that is lowered and raised again gives back what was typed', async ({ page, at, server, api }) => {
    const company = await api.createCompany(unique('Lowered'));
    const mia = await addUser(api, 'Mia Manager');
    const link = await api.addModerator(company.id, mia.email, manager);
    const role = (to: number) => api.call('PUT', 'company/moderator', { id: link.id, role: to });
    await openAs(page, server, mia, at(`app/companies/${company.id}/edit`));
    await field(page, 'Details').fill('half a sentence');
    await role(developer);
    await expect(field(page, 'Details')).toBeHidden();
    await role(manager);
    await expect(restoredLine(page)).toBeVisible();
    await expect(field(page, 'Details')).toHaveValue('half a sentence');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'is saved.')).toBeVisible();
  });

  test('an item that is removed elsewhere and brought back, too', async ({ page, at, api }) => {
    await startAs(page, api.token);
    const project = await projectWithCatalogue(api);
    const { id } = await attachProduct(api, project);
    const edit = at(`app/projects/${project.id}/prd/${id}/edit`);
    await page.goto(edit);
    await field(page, 'Details').fill('half a sentence');
    await field(page, 'Status').selectOption('Delivered');
    await api.call('DELETE', 'project/product', { id });
    await expect(page).toHaveURL(at('app/not-found'));
    await api.call('PUT', 'project/product/restore', { id });
    await page.goto(edit);
    await expect(restoredLine(page)).toBeVisible();
    await expect(field(page, 'Details')).toHaveValue('half a sentence');
    await expect(field(page, 'Status').locator('option:checked')).toHaveText('Delivered');
  });

  test('a company that is removed while its form is being saved', async ({ page, at, api }) => {
    await startAs(page, api.token);
    const company = await api.createCompany(unique('Removed'));
    const edit = at(`app/companies/${company.id}/edit`);
    await page.goto(edit);
    await field(page, 'Details').fill('half a sentence');
    await api.call('DELETE', 'company', { id: company.id });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(at('app/not-found'));
    await api.call('PUT', 'company/restore', { id: company.id });
    await page.goto(edit);
    await expect(restoredLine(page)).toBeVisible();
    await expect(field(page, 'Details')).toHaveValue('half a sentence');
  });
});
