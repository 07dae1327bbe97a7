import type { Page } from '@playwright/test';
import { expect, expectAccessible, field, test, toast, unique } from './support/test';
import { someAddress } from './support/users';

const manager = 2;

/** Answers the next requests of an address as a server with a defect would. */
async function breakServer(page: Page, address: string): Promise<void> {
  const problem = { title: 'Internal Server Error', status: 500, traceId: 'trace-4711' };
  await page.route(address, (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
}

test.describe('reads in the background', () => {
  test.use({ expectedErrors: /status of (500|404)/ });

  test('a count that fails says so where it belongs, and leaves the page alone', { tag: '@prove' }, async ({
    page,
    at,
  }) => {
    const count = '**/api/v1/notification?*UnreadOnly=true*';
    await breakServer(page, count);
    await page.goto(at('app/dashboard'));
    await expect(page.getByText('New notifications could not be counted.')).toBeVisible();
    await expect(page.getByText('All Users')).toBeVisible();
    await expect(page).toHaveURL(at('app/dashboard'));
    await expect(toast(page, 'An error occurred in the server.')).toBeHidden();
    await expect(page.getByRole('link', { name: /new ones could not be counted/ })).toBeVisible();
    await expectAccessible(page);

    const refresh = page.getByRole('button', { name: 'Refresh' });
    const asked = page.waitForRequest(count);
    await refresh.click();
    await asked;
    await page.unroute(count);
    // What happens elsewhere makes the page count again as well, and then there is nothing to refresh.
    await expect(async () => {
      if (await refresh.isVisible()) await refresh.click({ timeout: 1000 });
      await expect(page.getByText('New notifications could not be counted.')).toBeHidden({ timeout: 1000 });
    }).toPass();
  });

  test('a record that can not be read again stays, and so does what is typed', { tag: '@prove' }, async ({
    page,
    at,
    api,
  }) => {
    const company = await api.createCompany(unique('Steady'));
    await page.goto(at(`app/companies/${company.id}/edit`));
    await field(page, 'Details').fill('half a sentence');
    const record = `**/api/v1/company/${company.id}`;
    await breakServer(page, record);
    // The page hears of it and reads the company again.
    await api.call('PUT', 'company', { data: { id: company.id, name: `${company.name} two` } });
    const line = page.getByRole('status').filter({ hasText: 'Some of this page could not be brought up to date.' });
    await expect(line).toBeVisible();
    await expect(field(page, 'Details')).toHaveValue('half a sentence');
    await expectAccessible(page);

    await page.unroute(record);
    await line.getByRole('button', { name: 'Try again' }).click();
    await expect(line).toBeHidden();
    await expect(page.getByRole('alert').filter({ hasText: 'changed this' })).toBeVisible();
  });

  test('a record that is removed elsewhere is still there to be read', async ({ page, at, api }) => {
    const company = await api.createCompany(unique('Gone'));
    await page.goto(at(`app/companies/${company.id}/edit`));
    await field(page, 'Details').fill('half a sentence');
    await api.call('DELETE', 'company', { id: company.id });
    await expect(page.getByText('This was removed meanwhile, or you may no longer see it.')).toBeVisible();
    await expect(field(page, 'Details')).toHaveValue('half a sentence');
    await expect(page).toHaveURL(at(`app/companies/${company.id}/edit`));
  });
});

test.describe('a defect of the app', () => {
  test.use({ expectedErrors: /TypeError|Cannot read|React Router/ });

  test('is reported without what was shown, and can be tried again', async ({ page, at, api }) => {
    const company = await api.createCompany(unique('Broken'));
    const record = `**/api/v1/company/${company.id}`;
    await page.route(record, (route) => route.fulfill({ json: { id: company.id, name: company.name, version: 1 } }));
    const reported = page.waitForResponse('**/api/v1/clientError');
    await page.goto(at(`app/companies/${company.id}`));
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    const answer = await reported;
    expect(answer.status()).toBe(204);
    const report = answer.request().postDataJSON() as Record<string, string>;
    expect(report).toMatchObject({ kind: 'TypeError', page: 'btracker/app/companies/:id' });
    expect(report.stack).toMatch(/^\S+ [\w-]+\.js:\d+:\d+$/m);
    expect(JSON.stringify(report)).not.toContain(company.name);
    expect(JSON.stringify(report)).not.toContain(company.id);
    await expectAccessible(page);

    await page.unroute(record);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: company.name, level: 1 })).toBeVisible();
  });
});

test.describe('what is refused', () => {
  test.use({ expectedErrors: /status of (403|404|500|503)/ });

  test('is told where it was started', async ({ page, at, api }) => {
    const company = await api.createCompany(unique('Refused'));
    const reason = 'Only owners do this.';
    await page.route('**/api/v1/company', (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify({ reason }) }),
    );
    await page.goto(at(`app/companies/${company.id}/edit`));
    await field(page, 'Details').fill('half a sentence');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert').filter({ hasText: reason })).toBeVisible();
    await expectAccessible(page);

    await page.goto(at(`app/companies/${company.id}`));
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog).toContainText(reason);
    await expect(page).toHaveURL(at(`app/companies/${company.id}`));
  });
});

test.describe('a moderator who is removed meanwhile', () => {
  test.use({ expectedErrors: /status of 404|The form was not saved|Not Found/ });

  test('leads to Not Found from the dialog that edits them', async ({ page, at, api }) => {
    const company = await api.createCompany(unique('Watched'));
    const email = someAddress();
    await api.createUser(email, 'Mo Moved');
    const link = await api.addModerator(company.id, email, manager);
    await page.goto(at(`app/companies/${company.id}`));
    await page.getByRole('button', { name: 'Edit Mo Moved' }).click();
    const dialog = page.getByRole('dialog');
    await field(dialog, 'Details').fill('knows the keys');
    await api.call('DELETE', 'company/moderator', { id: link.id });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Item is not found.')).toBeVisible();
    await expect(page).toHaveURL(at('app/not-found'));
  });
});

test.describe('an action that the server fails at', () => {
  test.use({ expectedErrors: /status of 500/ });

  test('leads to Server Error, with its words', async ({ page, at, api }) => {
    const company = await api.createCompany(unique('Broken'));
    const email = someAddress();
    await api.createUser(email, 'Mo Moved');
    await api.addModerator(company.id, email, manager);
    await page.goto(at(`app/companies/${company.id}`));
    await page.route('**/api/v1/company/moderator', (route) => route.fulfill({ status: 500, json: { status: 500 } }));
    await page.getByRole('button', { name: 'Remove Mo Moved' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(toast(page, 'An error occurred in the server.')).toBeVisible();
    await expect(page).toHaveURL(at('app/server-error'));
  });
});
