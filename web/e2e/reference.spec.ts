import { expect, expectAccessible, test } from './support/test';

// The page that shows the contract; it is no part of the web app and needs no session.
test.use({ signedIn: false });

test('the reference shows and finds every operation', async ({ page, server, context }) => {
  const foreign: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(server.url)) foreign.push(request.url());
  });
  await page.goto(`${server.url}api/docs`);
  const main = page.getByRole('main');
  await expect(main).not.toHaveAttribute('aria-busy');
  await expect(page.getByRole('status')).toHaveText(/^\d+ operations$/);
  await expect(main.getByRole('heading', { level: 2, name: 'Companies' })).toBeVisible();
  // The colours of one operation are those of all hundred.
  await expectAccessible(page, { within: 'header, #listCompanies' });

  await page.keyboard.press('/');
  await page.keyboard.type('attach product');
  await expect(page.getByRole('status')).toHaveText(/^\d operations?$/);
  await expect(main.locator('#attachProduct')).toBeVisible();
  await expect(main.locator('#listCompanies')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\w+$/);
  expect(foreign).toEqual([]);
});

test('a link opens what it names, even when the search hides it', async ({ page, server }) => {
  await page.goto(`${server.url}api/docs`);
  await page.getByLabel('Search operations').fill('no such operation as xyzzy');
  await expect(page.getByRole('status')).toHaveText('No operation matches.');
  await page.evaluate(() => {
    location.hash = 'editCompany';
  });
  const operation = page.locator('#editCompany');
  await expect(operation.getByText('with the role Owner or Manager')).toBeVisible();
  await expect(page.getByLabel('Search operations')).toHaveValue('');
  await operation.locator('summary', { hasText: '409' }).click();
  await expect(operation.getByText('versionConflict').first()).toBeVisible();
  await page.getByLabel('Search operations').fill('editCompany '); // axe need not read the other ninety again
  await expectAccessible(page);
});

test('a deep link opens on a phone without scrolling sideways', async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.url}api/docs#addCompanyModerator`);
  const operation = page.locator('#addCompanyModerator');
  await expect(operation.getByRole('heading', { name: 'Request' })).toBeVisible();
  await expect(operation.locator('summary').first()).toBeFocused();
  await expectAccessible(page, { within: '#addCompanyModerator' });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});

test('the keys of own fields are shown to whoever is signed in in this browser', async ({ page, server, api }) => {
  const fields = [
    { list: 'company', key: 'tier', label: 'Tier of service', kind: 'choice', options: ['Gold', 'Silver'] },
    { list: 'product', key: 'maker', label: 'Maker', kind: 'text' },
  ];
  const added = await Promise.all(fields.map((field) => api.call<{ id: string }>('POST', 'field', field)));
  const own = page
    .locator('#schema-CompanyInput .fields > li')
    .filter({ has: page.locator('code', { hasText: /^own$/ }) });
  await page.goto(`${server.url}api/docs#schema-CompanyInput`);
  await expect(own).toContainText('Sign in to the app in this browser');
  await expect(page.getByRole('main')).not.toContainText('tier');

  await page.evaluate((token) => localStorage.setItem('SessionAuthKey', token), api.token);
  await page.reload();
  await expect(own.locator('.fields code')).toHaveText(['tier']);
  await expect(own).toContainText('Tier of service');
  await expect(own).toContainText('One of Gold, Silver.');
  await expectAccessible(page, { within: '#schema-CompanyInput' });

  const otherTab = await page.context().newPage();
  await otherTab.goto(`${server.url}api/docs/favicon.svg`);
  await otherTab.evaluate(() => localStorage.removeItem('SessionAuthKey'));
  await expect(own).toContainText('Sign in to the app in this browser');
  await Promise.all(added.map(({ id }) => api.call('DELETE', 'field', { id })));
});

test.describe('when the document does not come', () => {
  test.use({ expectedErrors: /503/ });

  test('a document that does not come is told, and can be asked for again', async ({ page, server }) => {
    await page.route('**/openapi.json', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
    await page.goto(`${server.url}api/docs`);
    await expect(page.getByRole('status')).toContainText('could not be loaded');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('status')).toHaveText(/^\d+ operations$/);
  });
});
