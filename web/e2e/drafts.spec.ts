import type { Locator, Page } from '@playwright/test';
import { administrator } from './support/server';
import { expect, expectAccessible, field, test, toast, unique } from './support/test';
import { addUser, openAs, type User } from './support/users';

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

  test('a role that is lowered and raised again gives back what was typed', { tag: '@prove' }, async ({
    page,
    at,
    server,
    api,
  }) => {
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
});
