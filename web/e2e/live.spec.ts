import type { Page } from '@playwright/test';
import type { Api } from './support/api';
import { connection, openLive } from './support/live';
import { attachProduct, projectWithCatalogue } from './support/projects';
import { expect, field, test, toast, unique } from './support/test';
import { someAddress } from './support/users';

const failure = "Couldn't setup live notifications. Please, refresh the page!";
const news = 'You have received a new notification.';
const negotiation = '**/hub/notification/negotiate*';

test.use({ alone: true });

async function someProject(api: Api): Promise<string> {
  const company = await api.createCompany(unique('Live'));
  return (await api.createProject(company.id, 'Website')).id;
}

function row(page: Page, name: string) {
  return page.getByRole('row', { name: new RegExp(name) });
}

/** Keeps a page from connecting until what is returned is called. */
async function holdConnection(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(negotiation, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test.describe('in two tabs', () => {
  // What the other tab still reads when the session ends is refused, and the browser tells of it.
  test.use({ expectedErrors: /status of 401/ });

  test('a notification reaches every tab at once, is viewed in all, and signing out hangs up', async ({
    page,
    at,
    api,
    context,
  }) => {
    const projectId = await someProject(api);
    const other = await context.newPage();
    const sockets = [await openLive(page, at('app/notifications')), await openLive(other, at('app/dashboard'))];
    const { pagination } = await api.call<{ pagination: { totalItems: number } }>(
      'GET',
      'notification?UnreadOnly=true&PageSize=1',
    );
    const count = pagination.totalItems + 1;

    const name = unique('Urgent');
    await api.attachSubscription(projectId, name, 3);
    await toast(other, news).hover(); // or it would be gone before all is looked at
    await expect(toast(page, news)).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toContainText(name);
    await expect(other.getByRole('main')).toContainText(`${count} new notification`);
    await expect(other.getByRole('link', { name: new RegExp(`^Notifications.*${count} new`) })).toBeVisible();

    await toast(other, news).getByRole('button', { name: 'View' }).click();
    await expect(other).toHaveURL(at('app/notifications'));
    await expect(row(other, name).getByRole('button').first()).toHaveText(/^New: /);
    const documents = page.waitForResponse('**/api/v1/document?*'); // the last that the page of the subscription reads
    await row(page, name).click();
    await documents;
    await expect(row(other, name).getByRole('button').first()).not.toHaveText(/^New: /);
    await expect(other.getByRole('link', { name: new RegExp(`^Notifications.*${count} new`) })).toBeHidden();

    await page.getByRole('link', { name: 'Sign Out' }).click();
    for (const tab of [page, other]) await expect(tab).toHaveURL(at('login'));
    await expect.poll(() => sockets.map((socket) => socket.isClosed())).toEqual([true, true]);
  });
});

test('a change between the first read and the connection is seen', async ({ page, at, api }) => {
  const company = await api.createCompany(unique('Early'));
  const connect = await holdConnection(page);
  await page.goto(at(`app/companies/${company.id}`));
  await expect(page.getByRole('heading', { name: company.name, level: 1 })).toBeVisible();
  const name = unique('Late');
  await api.call('PUT', 'company', { data: { id: company.id, name } });
  connect();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
});

test('a connection that stands while an item is being removed does not lead to its absence', async ({
  page,
  at,
  api,
}) => {
  const project = await projectWithCatalogue(api);
  const { id } = await attachProduct(api, project);
  const connect = await holdConnection(page);
  await page.goto(at(`app/projects/${project.id}/prd/${id}`));
  await page.route('**/api/v1/project/product', async (route) => {
    const answer = await route.fetch();
    const connected = connection(page);
    connect();
    await connected;
    await route.fulfill({ response: answer });
  });
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(at(`app/projects/${project.id}`));
  await expect(page.getByText('No products yet')).toBeVisible();
});

test('two people see what the other one does, and a form keeps what is typed', async ({
  page,
  at,
  api,
  browser,
  server,
}) => {
  const grace = { email: someAddress(), displayName: 'Grace Hopper', password: 'Compiler-1952' };
  await api.call('POST', 'UserManagement/admin', { ...grace, gender: 0 });
  const { token } = await server.signIn(grace.email, grace.password);
  const localStorage = [{ name: 'SessionAuthKey', value: token }];
  const hers = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin: new URL(server.url).origin, localStorage }] },
  });
  const other = await hers.newPage();
  const word = unique('Shared');

  // A list.
  await openLive(page, at(`app/companies?search=${encodeURIComponent(word)}`));
  await expect(page.getByText('No company matches')).toBeVisible();
  await openLive(other, at('app/companies/new'));
  await field(other, 'Name').fill(word);
  await other.getByRole('button', { name: 'Add company' }).click();
  const card = page.getByRole('main').getByRole('link', { name: word });
  await expect(card).toBeVisible();

  // A form, while someone else saves.
  await card.click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await field(page, 'Name').fill(`${word} of mine`);
  await other.getByRole('link', { name: 'Edit', exact: true }).click();
  await field(other, 'Details').fill('Details of hers');
  await other.getByRole('button', { name: 'Save' }).click();
  const banner = page.getByRole('alert').filter({ hasText: 'Grace Hopper changed this' });
  await expect(banner).toContainText('Details is now: Details of hers');
  await expect(field(page, 'Name')).toHaveValue(`${word} of mine`);
  await expect(field(page, 'Details')).toHaveValue('');
  await banner.getByRole('button', { name: 'Keep mine' }).click();
  await expect(banner).toBeHidden();
  await field(page, 'Details').fill('Details of mine');
  await page.getByRole('button', { name: 'Save' }).click();

  // Details, and the page on which the other one still is.
  await expect(other.getByRole('heading', { name: `${word} of mine`, level: 1 })).toBeVisible();
  await expect(other.getByText('Details of mine')).toBeVisible();
  await hers.close();
});

test.describe('the connection', () => {
  // What the page asks for while the server restarts is refused.
  test.use({ expectedErrors: /ERR_FAILED|ERR_CONNECTION_REFUSED|status of 401/ });

  test('is tried again, made again after a restart, and ends with the session', async ({
    page,
    at,
    api,
    server,
    context,
  }) => {
    const projectId = await someProject(api);
    const first = page.getByRole('row').nth(1);
    const attach = async (word: string) => {
      const name = unique(word);
      await api.attachSubscription(projectId, name, 3);
      return name;
    };

    await test.step('the first attempt fails', async () => {
      await page.route(negotiation, (route) => route.abort());
      const connected = connection(page);
      await page.goto(at('app/notifications'));
      const warning = toast(page, failure);
      // The pointer over it keeps it from closing.
      await warning.hover();
      await page.unroute(negotiation);
      await warning.getByRole('button', { name: 'Retry' }).click();
      await connected;
      await expect(first).toContainText(await attach('Late'));
      await toast(page, news).getByRole('button', { name: 'Close' }).click();
    });

    await test.step('the server restarts, and something happens before the page is back', async () => {
      // Another tab has the token exchanged for a newer one, which is to be used from then on.
      const other = await context.newPage();
      await other.goto(at('login'));
      await expect(other).toHaveURL(at('app/dashboard'));
      const newest = await other.evaluate(() => localStorage.getItem('SessionAuthKey'));
      await other.close();

      let hasHappened = () => {};
      const happening = new Promise<void>((resolve) => {
        hasHappened = resolve;
      });
      const used = page.waitForRequest(negotiation);
      await page.route(negotiation, async (route) => {
        await happening;
        await route.continue();
      });
      await server.restart();
      expect((await used).headers().authorization).toBe(`Bearer ${newest}`);
      const name = await attach('Missed');
      await expect(row(page, name)).toBeHidden();
      hasHappened();
      await expect(first).toContainText(name);
      await expect(toast(page, news)).toBeHidden();
    });

    await test.step('the session is ended elsewhere', async () => {
      await api.logout();
      await expect(page).toHaveURL(at('login'));
      await expect(toast(page, 'Session expired. Please, login again!')).toBeVisible();
    });
  });
});
