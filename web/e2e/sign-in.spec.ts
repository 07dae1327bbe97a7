import type { Page } from '@playwright/test';
import { administrator } from './support/server';
import { expect, expectAccessible, field, test, toast, unique } from './support/test';
import { addUser } from './support/users';

test.describe('signed out', () => {
  test.use({ signedIn: false });

  test('root and app lead to login, which leads into the app', async ({ page, at, server }) => {
    await page.goto(server.url);
    await expect(page).toHaveURL(at('login'));
    await expect(page.getByText('Welcome Back!')).toBeVisible();
    await signIn(page, administrator.email, administrator.password);
    await expect(page).toHaveURL(at('app/dashboard'));
    await expect(toast(page, `Welcome, ${administrator.name}!`)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('SessionAuthKey'))).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(await page.evaluate(() => localStorage.getItem('cur'))).toBe('USD');
  });

  test('the path asked for is remembered over sign-in', async ({ page, at }) => {
    await page.goto(at('app/companies?search=acme'));
    await expect(page).toHaveURL(at('login'));
    await page.reload();
    await signIn(page, administrator.email, administrator.password);
    await expect(page).toHaveURL(at('app/companies?search=acme'));
  });

  test.describe('wrongly', () => {
    test.use({ expectedErrors: /status of 401/ });

    test('a wrong password and an unknown address get the same answer', async ({ page, at }) => {
      await page.goto(at('login'));
      await signIn(page, administrator.email, 'Not-the-passw0rd');
      const answer = await page.getByRole('alert').textContent();
      await page.reload();
      await signIn(page, 'nobody@example.com', 'Not-the-passw0rd');
      await expect(page.getByRole('alert')).toHaveText(answer ?? '');
      await expect(page).toHaveURL(at('login'));
      await expectAccessible(page);
    });
  });

  test('fields complain in the words of the rules and stop the request', async ({ page, at }) => {
    await page.goto(at('login'));
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/account/login')) requests += 1;
    });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Email field is required.')).toBeVisible();
    await expect(page.getByText('Password field is required.')).toBeVisible();
    await expect(field(page, 'Email')).toBeFocused();
    await field(page, 'Email').fill('ada');
    await expect(page.getByText('Email value is not an email format.')).toBeVisible();
    await field(page, 'Email').press('Enter');
    expect(requests).toBe(0);
  });
});

test.describe('signed in', () => {
  test.use({ expectedErrors: /Not Found/ });

  test('public pages lead into the app when signed in', { tag: '@prove' }, async ({ page, at }) => {
    for (const path of ['login', 'resetPass', 'changePassword']) {
      await page.goto(at(path));
      await expect(page).toHaveURL(at('app/dashboard'));
    }
    await page.goto(at('not-found'));
    await expect(page).toHaveURL(at('app/not-found'));
    await page.goto(at('server-error'));
    await expect(page).toHaveURL(at('app/server-error'));
  });
});

test.describe('a session of its own', () => {
  test.use({ alone: true });

  test('Sign Out ends the session here, on the server and in other tabs', async ({ page, at, context, api }) => {
    await page.goto(at('app/dashboard'));
    const other = await context.newPage();
    await other.goto(at('app/companies'));
    await expect(other.getByRole('heading', { name: 'Companies', level: 1 })).toBeVisible();
    // What it has under way when the server ends the session is refused, and Chromium says so.
    await other.waitForLoadState('networkidle');

    await page.getByRole('link', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(at('login'));
    await expect(other).toHaveURL(at('login'));
    expect(await page.evaluate(() => localStorage.getItem('SessionAuthKey'))).toBeNull();
    await expect.poll(() => api.call('GET', 'account').catch((error: Error) => error.message)).toContain('401');
  });

  test('a page that signs out waits for nothing that it asked for before', { tag: '@prove' }, async ({ page, at }) => {
    const held: string[] = [];
    let release = () => {};
    const signedOut = new Promise<void>((resolve) => {
      release = resolve;
    });
    for (const path of ['**/api/v1/dashboard/*', '**/hub/notification/negotiate*']) {
      await page.route(path, async (route) => {
        held.push(new URL(route.request().url()).pathname);
        await signedOut;
        await route.continue().catch(() => undefined); // the page may have given it up
      });
    }
    await page.goto(at('app/dashboard'));
    await expect
      .poll(() => held)
      .toEqual(expect.arrayContaining(['/api/v1/dashboard/statistics', '/hub/notification/negotiate']));

    const farewell = page.waitForResponse('**/api/v1/account/logout');
    await page.getByRole('link', { name: 'Sign Out' }).click();
    await farewell;
    release();
    await expect(page).toHaveURL(at('login'));
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('visiting the logout path signs out', async ({ page, at }) => {
    await page.goto(at('app/logout'));
    await expect(page).toHaveURL(at('login'));
    await page.goto(at('app/dashboard'));
    await expect(page).toHaveURL(at('login'));
  });

  test('whoever visits the logout path signed out stays signed in after signing in', { tag: '@prove' }, async ({
    page,
    at,
  }) => {
    await page.goto(at('app/logout'));
    await expect(page).toHaveURL(at('login'));
    await page.goto(at('app/logout'));
    await expect(page).toHaveURL(at('login'));
    await signIn(page, administrator.email, administrator.password);
    await expect(page).toHaveURL(at('app/dashboard'));
    await expect(page.getByRole('link', { name: 'Sign Out' })).toBeVisible();
  });

  test('another account in another tab: this one says so and reloads', { tag: '@prove' }, async ({
    page,
    at,
    context,
    api,
    server,
  }) => {
    const grace = await addUser(api, 'Grace');
    await page.goto(at('app/companies'));
    await expect(page.getByRole('heading', { name: 'Companies', level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const other = await context.newPage();
    await other.goto(at('app/logout'));
    await expect(other).toHaveURL(at('login'));
    await signIn(other, grace.email, grace.password);
    await expect(other).toHaveURL(at('app/dashboard'));
    await expect(toast(page, 'Grace signed in in another tab, so this one was reloaded.')).toBeVisible();
    await expect(page).toHaveURL(at('app/dashboard'));
    await expect(page.getByRole('heading', { name: /Grace/ })).toBeVisible();

    // Changed behind this tab's back, with something typed in it: the browser asks before that is left.
    const again = await server.signIn(administrator.email, administrator.password);
    await page.goto(at('app/account'));
    await field(page, 'Display Name').fill('Typed and not saved');
    const asked = page.waitForEvent('dialog');
    await other.evaluate((token) => localStorage.setItem('SessionAuthKey', token), again.token);
    await (await asked).dismiss();
    await expect(field(page, 'Display Name')).toHaveValue('Typed and not saved');
  });

  test.describe('session ended by the server', () => {
    test.use({ expectedErrors: /status of 401/ });

    test('says so, and leads back to the path after signing in again', async ({ page, at, api, server }) => {
      const company = await api.createCompany(unique('Expired'));
      await page.goto(at('app/companies'));
      await expect(page.getByRole('heading', { name: 'Companies', level: 1 })).toBeVisible();
      // An open page would hear of it, and forget the path it is on.
      await page.goto(new URL('/healthz', server.url).href);
      await api.logout();

      await page.goto(at(`app/companies/${company.id}`));
      await expect(toast(page, 'Session expired. Please, login again!')).toBeVisible();
      await expect(page).toHaveURL(at('login'));
      await signIn(page, administrator.email, administrator.password);
      await expect(page).toHaveURL(at(`app/companies/${company.id}`));
    });
  });

  test('the token is renewed a minute before it expires', { tag: '@prove' }, async ({ page, at, api }) => {
    await page.clock.install();
    await page.goto(at('app/dashboard'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // With the clock put forward, code that still comes after the first paint would count as too slow.
    await expect(page.locator('[popover="manual"]')).toBeAttached();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const stored = () => page.evaluate(() => localStorage.getItem('SessionAuthKey'));
    const before = await stored();
    expect(before).not.toBe(api.token);

    const eightHours = 8 * 60 * 60;
    await page.clock.fastForward((eightHours - 70) * 1000);
    expect(await stored()).toBe(before);
    await page.clock.fastForward(11_000);
    await expect.poll(stored).not.toBe(before);
  });
});

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
