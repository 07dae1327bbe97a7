import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { administrator, freePort, startServer } from './support/server';
import { test as base, expect, expectAccessible, field, toast, unique } from './support/test';

/** A real provider (internal/oidctest), whose people all have this password. */
const binary = join(import.meta.dirname, '../../bin/oidc-provider');
const password = 'verysecure';

async function startProvider(redirect: string) {
  const child: ChildProcess = spawn(binary, [redirect], { stdio: ['pipe', 'pipe', 'inherit'] });
  if (!child.stdout) throw new Error('the provider has no output');
  const [line] = await once(child.stdout, 'data');
  const stop = async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.stdin?.end();
    await ended;
  };
  return { issuer: String(line).trim(), stop };
}

let stopProvider = async () => {};

/** The server has single sign-on. */
const test = base.extend({
  server: [
    async ({ basePath }, use) => {
      const port = await freePort();
      const provider = await startProvider(`http://127.0.0.1:${port}${basePath}api/v1/account/oidc/callback`);
      stopProvider = provider.stop;
      const env = {
        BTRACKER_OIDC_ISSUER: provider.issuer,
        BTRACKER_OIDC_CLIENT_ID: 'btracker',
        BTRACKER_OIDC_CLIENT_SECRET: 'a secret of the test',
        BTRACKER_OIDC_NAME: 'Example',
        BTRACKER_OIDC_GROUPS: 'groups',
      };
      const server = await startServer(basePath, '127.0.0.1', { port, env });
      await use(server);
      await server.stop();
      await provider.stop();
    },
    { scope: 'worker' },
  ],
});

test.use({ signedIn: false, alone: true });

async function signOn(page: Page, username: string) {
  await page.getByRole('link', { name: 'Sign in with Example' }).click();
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
}

test('leads over the provider to where one wanted to go, and out again', async ({ page, at }) => {
  await page.goto(at('app/companies?search=acme'));
  await expect(page).toHaveURL(at('login'));
  await expectAccessible(page);
  await signOn(page, 'ada');
  await expect(page).toHaveURL(at('app/companies?search=acme'));
  await expect(toast(page, `Welcome, ${administrator.name}!`)).toBeVisible();
  await page.goto(at('app/logout'));
  await expect(page).toHaveURL(at('login'));
  const elsewhere = page.getByRole('link', { name: 'Sign out of Example too' });
  await expect(elsewhere).toBeVisible();
  await expectAccessible(page);
  await elsewhere.click();
  await expect(page.getByText('signed out successfully')).toBeVisible();
});

test('the account page shows the linked account, and unlinks it', async ({ page, at }) => {
  await page.goto(at('app/account?tab=security'));
  await expect(page).toHaveURL(at('login'));
  await signOn(page, 'ada');
  await expect(page).toHaveURL(at('app/account?tab=security'));
  await expect(page.getByText('Your account at Example signs you in.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Unlink' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page, { within: 'dialog' });
  await dialog.getByRole('button', { name: 'Unlink' }).click();
  await expect(toast(page, 'Your account at Example is unlinked.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Single sign-on' })).toBeHidden();
});

test('groups give roles: one sees who gets what before it is saved, and they come with the next sign-in', async ({
  page,
  at,
  api,
}) => {
  const name = unique('Grouped');
  await api.createCompany(name);
  await api.createUser('mia@example.com', 'Mia Member');
  const signInAs = async (username: string) => {
    await page.context().clearCookies();
    await page.goto(at('login'));
    await signOn(page, username);
    await expect(page).toHaveURL(at('app/dashboard'));
  };
  await signInAs('mia');
  await page.goto(at('app/logout'));
  await signInAs('ada');

  await page.getByRole('link', { name: 'Groups' }).click();
  await expect(page).toHaveURL(at('app/groups'));
  await expect(page.getByText('No group gives a right yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add right' }).click();
  const dialog = page.getByRole('dialog');
  await field(dialog, 'Group').fill('sta');
  await dialog.getByRole('option', { name: 'staff' }).click();
  await field(dialog, 'Right').selectOption('Developer');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Pick a company.')).toBeVisible();
  await field(dialog, 'Company').fill(name);
  await dialog.getByRole('option', { name }).click();
  await expectAccessible(page, { within: 'dialog' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();

  const people = page.getByRole('list', { name: 'Who gets what' });
  await expect(people).toContainText('Mia Member');
  await expect(people).toContainText(`gets Developer in ${name}, by the group staff`);
  expect(await api.call('GET', 'groupRole')).toEqual([]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Saved.')).toBeVisible();
  expect(await api.call('GET', 'groupRole')).toMatchObject([{ group: 'staff', role: 4 }]);
  await page.goto(at('app/logout'));

  await signInAs('mia');
  await page.goto(at('app/companies'));
  await expect(page.getByRole('link', { name }).first()).toBeVisible();
  await page.goto(at('app/logout'));
  await signInAs('ada');
  await page.goto(at('app/users/mia@example.com'));
  const access = page.getByRole('list', { name: 'Access' });
  await expect(access).toContainText('by the group staff');
  await page.goto(at('app/groups'));
  await expect(people).toContainText(`keeps Developer in ${name}, by the group staff`);
  await page.getByRole('button', { name: `Remove: staff, ${name}` }).click();
  await expect(people).toContainText(`loses Developer in ${name}, by the group staff`);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(people).toContainText('keeps');
});

test.describe('refused', () => {
  test.use({ expectedErrors: /status of (401|503)/ });

  test('people learn what to do next, and a reload does not try again', async ({ page, at }) => {
    for (const [username, message] of [
      ['new', 'Please ask an administrator.'],
      ['unverified', 'Confirm it there and try again'],
    ] as const) {
      await page.goto(at('login'));
      await signOn(page, username);
      await expect(page.getByRole('alert')).toContainText(message);
      await expect(page).toHaveURL(at('login'));
      await expectAccessible(page);
      await page.reload();
      await expect(page.getByRole('link', { name: 'Sign in with Example' })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
    await page.goto(at('login?signOn=done'));
    await expect(page.getByRole('alert')).toContainText('Please begin again.');
  });

  test('without the provider the password form still works', async ({ page, at, server }) => {
    await stopProvider();
    await server.restart(); // it has not asked the provider anything yet
    await page.goto(at('login'));
    await page.getByRole('link', { name: 'Sign in with Example' }).click();
    await expect(page.getByRole('alert')).toContainText('The sign-in service can not be reached.');
    await field(page, 'Email').fill(administrator.email);
    await field(page, 'Password').fill(administrator.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(at('app/dashboard'));
  });
});
