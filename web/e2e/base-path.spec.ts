import { administrator } from './support/server';
import { expect, field, test, unique } from './support/test';

test.use({ basePath: '/tools/', signedIn: false });

test('everything works below a base path', async ({ page, at, api, server }) => {
  const { pathname, origin } = new URL(server.url);
  expect(pathname).toBe('/tools/');
  const company = await api.createCompany(unique('Based'));

  await page.goto(`${origin}/tools/`);
  await expect(page).toHaveURL(`${origin}/tools/btracker/login`);
  await page.goto(at(`app/companies/${company.id}`));
  await expect(page).toHaveURL(at('login'));
  await field(page, 'Email').fill(administrator.email);
  await field(page, 'Password').fill(administrator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(at(`app/companies/${company.id}`));
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page).toHaveURL(at(`app/companies/${company.id}/edit`));
  await page.reload();
  await expect(field(page, 'Name')).toHaveValue(company.name);
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(at('login'));

  await expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  await expect((await fetch(`${origin}/api/v1/account`)).status).toBe(404);
});

test('links in mails carry the base path', async ({ page, api, server }) => {
  await api.createUser('based@example.com', 'Based');
  const link = await server.linkInMail('based@example.com');
  expect(link).toContain(`${server.url}btracker/changePassword?`);
  await page.goto(link);
  await expect(field(page, 'New Password')).toBeVisible();
});

test('the reference of the API is there too', async ({ page, server }) => {
  await page.goto(`${server.url}api/docs#login`);
  await expect(page.locator('#login').getByText('/tools/api/v1/account/login')).toBeVisible();
});

test("the user's guide is there too", async ({ page, server }) => {
  await page.goto(`${server.url}help`);
  await page.getByRole('main').getByRole('link', { name: 'Find anything' }).click();
  await expect(page).toHaveURL(`${server.url}help/find`);
  await expect(page.getByRole('img').first()).toHaveJSProperty('complete', true);
});
