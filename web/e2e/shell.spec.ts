import { expect, expectAccessible, field, test, toast, unique, visit } from './support/test';

const links = {
  Dashboard: 'dashboard',
  Companies: 'companies',
  Projects: 'projects',
  Products: 'products',
  Subscriptions: 'subscriptions',
  Account: 'users',
  Notifications: 'notifications',
};

test('every link of the navigation leads where the spec says', async ({ page, at }) => {
  await page.goto(at('app/dashboard'));
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const [name, path] of Object.entries(links)) {
    await navigation.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    await expect(page).toHaveURL(at(`app/${path}`));
    await expect(navigation.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
  await navigation.getByRole('link', { name: /Ada Admin/ }).click();
  await expect(page).toHaveURL(at('app/account'));
});

test('the second way to write the account page redirects to it', async ({ page, at }) => {
  await page.goto(at('app/app/account'));
  await expect(page).toHaveURL(at('app/account'));
});

test('the keyboard alone reaches content and navigation', async ({ page, at }) => {
  await page.goto(at('app/dashboard'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.getByRole('link', { name: 'Companies' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(at('app/companies'));
});

test('the side navigation stays collapsed after a reload', async ({ page, at }) => {
  await page.goto(at('app/dashboard'));
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await page.getByRole('button', { name: 'Collapse navigation' }).click();
  await expect.poll(async () => (await navigation.boundingBox())?.width).toBeLessThanOrEqual(64);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand navigation' })).toBeVisible();
  await expect.poll(async () => (await navigation.boundingBox())?.width).toBeLessThanOrEqual(64);
  await page.getByRole('button', { name: 'Expand navigation' }).click();
  await expect.poll(async () => (await navigation.boundingBox())?.width).toBeGreaterThan(200);
});

test('the theme follows the system until one is chosen, and is remembered', async ({ page, at }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(at('app/dashboard'));
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await background();
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await background();
  expect(light).not.toBe(dark);

  await page.getByRole('button', { name: 'System theme. Switch to light theme' }).click();
  await page.getByRole('button', { name: 'Light theme. Switch to dark theme' }).click();
  await expect.poll(background).toBe(dark);
  await page.reload();
  await expect.poll(background).toBe(dark);
});

test('a phone gets the navigation as a drawer', async ({ page, at }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(at('app/dashboard'));
  const companies = page.getByRole('link', { name: 'Companies' });
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Open navigation' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await drawer.locator(companies).click();
  await expect(page).toHaveURL(at('app/companies'));
  await expect(drawer).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('the top bar of a phone shows that there is something new, and leads to it', async ({ page, at, api }) => {
  const { id } = await api.createProject((await api.createCompany(unique('Client'))).id, 'Website');
  await api.attachSubscription(id, unique('Hosting'), 3);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(at('app/companies'));
  const bell = page.getByRole('banner').getByRole('link', { name: /^Notifications ?, \d+ new notifications?$/ });
  await expect(bell).toBeVisible();
  // The dot itself, not its words alone.
  await expect(bell.locator('[aria-hidden]:not(svg)')).toBeInViewport();
  await expectAccessible(page);
  await bell.click();
  await expect(page).toHaveURL(at('app/notifications'));
});

test('each page has its own title', async ({ page, at }) => {
  const titles = new Set<string>();
  await page.goto(at('app/import'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const path of ['dashboard', 'companies', 'companies/new', 'notifications', 'account']) {
    await visit(page, at(`app/${path}`));
    titles.add(await page.title());
  }
  expect(titles.size).toBe(5);
});

test('a new page starts at its top', async ({ page, at }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto(at('app/account?tab=security'));
  await page.getByRole('button', { name: 'Change password' }).scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await page.getByRole('link', { name: 'Companies' }).first().click();
  await expect(page.getByRole('heading', { name: 'Companies', level: 1 })).toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test.describe('offline', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

  test('says so above the page, which stays readable, and takes it back', async ({ page, at, context }) => {
    await page.goto(at('app/dashboard'));
    // The charts come when the browser is idle; from then on the page asks for nothing more.
    await expect(page.getByRole('heading', { name: 'When do subscriptions end?' })).toBeVisible();
    await context.setOffline(true);
    const band = page.getByRole('alert').filter({ hasText: "You're Offline!" });
    await expect(band).toContainText('Reconnect to the internet to continue using the app.');
    await expect(band).toContainText('what you type stays here');
    await expect(toast(page, "You're offline!")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('heading', { name: 'When do subscriptions end?' }).click({ trial: true });
    await context.setOffline(false);
    await expect(band).toBeHidden();
    await expect(toast(page, "You're back online!")).toBeVisible();

    await page
      .getByRole('link', { name: /^Companies/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Add New' }).first().click();
    await field(page, 'Name').fill('Half-typed');
    await context.setOffline(true);
    await expect(band).toBeVisible();
    await field(page, 'Details').fill('Typed without a network');
    await context.setOffline(false);
    await expect(band).toBeHidden();
    await expect(field(page, 'Name')).toHaveValue('Half-typed');
    await expect(field(page, 'Details')).toHaveValue('Typed without a network');
  });
});

test.describe('what does not exist', () => {
  test.use({ expectedErrors: /status of 404|Not Found/ });

  test('leads to Not Found inside the app', async ({ page, at }) => {
    await page.goto(at('app/no-such-page'));
    await expect(page).toHaveURL(at('app/not-found'));
    await expect(page.getByText('Not Found!')).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'See what was removed' })).toBeVisible();
    await main.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

    await page.goto(at('app/companies/01890000-0000-7000-8000-000000000000'));
    await expect(page).toHaveURL(at('app/not-found'));
    await expect(toast(page, 'Item is not found.')).toBeVisible();
  });
});

test.describe('failures of the server', () => {
  test.use({ expectedErrors: /status of (500|504|408|503)|ERR_CONNECTION_REFUSED|The form was not saved/ });

  test('a defect leads to Server Error with its trace id', { tag: '@prove' }, async ({ page, at, api }) => {
    const { id } = await api.createCompany(unique('Defect'));
    const problem = { title: 'Internal Server Error', status: 500, error: 'A thing broke.', traceId: 'trace-4711' };
    await page.route(`**/api/v1/company/${id}`, (route) =>
      route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
    );
    await page.goto(at(`app/companies/${id}`));
    await expect(page).toHaveURL(at('app/server-error'));
    await expect(toast(page, 'An error occurred in the server.')).toBeVisible();
    await expect(page.getByText('A thing broke.')).toBeVisible();
    await expect(page.getByText('trace-4711')).toBeVisible();
    await expectAccessible(page);
  });

  test('a gateway that gives up is a toast, and the list offers to refresh', async ({ page, at }) => {
    await page.route('**/api/v1/company?*', (route) => route.fulfill({ status: 504 }));
    await page.goto(at('app/companies'));
    await expect(toast(page, 'Server Timeout!').first()).toBeVisible();
    const refresh = page.getByRole('button', { name: 'An Error Occurred! Click Here To Refresh.' });
    await expect(refresh).toBeVisible();
    await page.unroute('**/api/v1/company?*');
    // The list says so itself, whatever the failure.
    await page.route('**/api/v1/company?*', (route) => route.fulfill({ status: 500, json: { status: 500 } }));
    const failed = page.waitForResponse((response) => response.status() === 500);
    await refresh.click();
    await failed;
    await expect(refresh).toBeEnabled();
    await expect(page).toHaveURL(at('app/companies'));
    await page.unroute('**/api/v1/company?*');
    await refresh.click();
    await expect(refresh).toBeHidden();
  });

  test('a request that is too slow is a toast, and a form keeps what it could not send', async ({ page, at }) => {
    await page.route('**/api/v1/company', (route) => route.fulfill({ status: 408 }));
    await page.goto(at('app/companies/new'));
    await field(page, 'Name').fill('Not yet');
    await page.getByRole('button', { name: 'Add company' }).click();
    await expect(toast(page, 'Request Timeout!')).toBeVisible();
    await page.unroute('**/api/v1/company');
    await page.route('**/api/v1/company', (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: 'Add company' }).click();
    await expect(page.getByText('Network Error!').first()).toBeVisible();
    await expect(field(page, 'Name')).toHaveValue('Not yet');
    await page.unroute('**/api/v1/company');
    await page.getByRole('button', { name: 'Add company' }).click();
    await expect(page.getByRole('heading', { name: 'Not yet', level: 1 })).toBeVisible();
  });
});

test.describe('a page whose code does not arrive', () => {
  // What draws toasts may be among the code that does not arrive.
  test.use({ expectedErrors: /ERR_FAILED|Failed to fetch dynamically imported module|Toasts could not be loaded/ });

  test('says so and loads when it is tried again', async ({ page, at }) => {
    await page.goto(at('app/dashboard'));
    await expect(page.getByRole('heading', { name: 'When do subscriptions end?' })).toBeVisible();
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Notifications' }).first().click();
    await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
    await expect(page.getByText('failed loading this component.')).toBeVisible();
    await expectAccessible(page);

    const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
    await page.route('**/app/notifications', (route) => route.abort());
    await again.click();
    await expect(page.getByText('The server can not be reached yet.')).toBeVisible();
    await page.unrouteAll();
    await again.click();
    await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
  });
});

test.describe('with a clock of its own', () => {
  test.use({ alone: true });

  test('a tooltip stays clear of its control, can be pointed at, and goes by Escape', { tag: '@prove' }, async ({
    page,
    at,
  }) => {
    await page.clock.install();
    await page.goto(at('app/dashboard'));
    await page.getByRole('button', { name: 'Collapse navigation' }).click();
    const link = page.getByRole('link', { name: 'Sign Out' });
    // After the words of the link itself, which only screen readers find.
    const tip = page.getByText('Sign Out', { exact: true }).nth(1);
    await link.hover();
    await expect(tip).toBeInViewport({ ratio: 1 });
    const [control, shown] = [await link.boundingBox(), await tip.boundingBox()];
    expect(shown?.x).toBeGreaterThanOrEqual((control?.x ?? 0) + (control?.width ?? 0));
    await tip.hover();
    await page.clock.runFor(1000);
    await expect(tip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(tip).toHaveCount(0);
  });
});
