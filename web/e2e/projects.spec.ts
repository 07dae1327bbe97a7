import { inFull } from './support/full';
import { openLive } from './support/live';
import { attachProduct, attachSubscription, projectWithCatalogue } from './support/projects';
import { closeToast, expect, expectAccessible, field, heldToast, overview, test, toast, unique } from './support/test';
import { addUser, openAs } from './support/users';

const developer = 4;
const manager = 2;

test('a project is created, found, edited and removed, and Undo brings it back', async ({ page, at, api }) => {
  const company = await api.createCompany(unique('Builder'));
  const name = unique('Portal');
  await page.goto(at('app/projects'));
  await page.getByRole('link', { name: 'Add New' }).first().click();
  await expect(page).toHaveURL(at('app/projects/new'));
  await expect(page.getByRole('option').first()).toBeVisible(); // the list opens with the page, over the button
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add project' }).click();
  await expect(page.getByText('Name field is required.')).toBeVisible();
  await field(page, 'Company').fill(company.name);
  await page.getByRole('option', { name: company.name }).click();
  await field(page, 'Name').fill(name);
  await page.getByRole('button', { name: 'Add project' }).click();

  // 'new' is replaced by the id.
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/);
  const details = page.url();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page).toHaveURL(`${details}/edit`);
  await field(page, 'Name').fill(`${name} two`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(details);

  const found = at(`app/projects?search=${encodeURIComponent(name)}`);
  await page.goto(found);
  const card = page.getByRole('main').getByRole('link', { name: `${name} two` });
  await expect(card).toContainText(company.name);
  await card.click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: `Removing Project: ${name} two` });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  const removed = await heldToast(page, 'is removed.');
  await expect(page).toHaveURL(at(`app/companies/${company.id}`));
  await expect(page.getByText('No projects yet')).toBeVisible();
  await removed.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('table', { name: 'Projects' }).getByRole('link', { name: `${name} two` })).toBeVisible();
  // The page of what was removed is no stop on the way back.
  await page.goBack();
  await expect(page).toHaveURL(found);
});

test('projects are found by the name of their company, also after it has a new one', async ({ page, at, api }) => {
  const company = await api.createCompany(unique('Northwind'));
  await api.createProject(company.id, 'Bridge');
  await page.goto(at('app/projects'));
  const card = page
    .getByRole('main')
    .getByRole('link', { name: /Bridge/ })
    .filter({ hasText: company.name });
  await page.getByRole('searchbox').fill(company.name.toUpperCase());
  await expect(card).toBeVisible();

  const renamed = unique('Eastwind');
  await api.call('PUT', 'company', { data: { id: company.id, name: renamed } });
  await page.goto(at(`app/projects?search=${encodeURIComponent(renamed)}`));
  await expect(page.getByRole('main').getByRole('link', { name: /Bridge/ })).toContainText(renamed);
  await page.getByRole('searchbox').fill(company.name);
  await expect(page.getByRole('main').getByRole('link', { name: /Bridge/ })).toBeHidden();
});

test('a project that is added on a company page leads back there', async ({ page, at, api }) => {
  const company = await api.createCompany(unique('Parent'));
  await page.goto(at(`app/companies/${company.id}`));
  await page.getByRole('link', { name: 'Add project' }).click();
  await expect(page).toHaveURL(at(`app/companies/${company.id}/new-project`));
  await field(page, 'Name').fill('Only child');
  await page.getByRole('button', { name: 'Add project' }).click();
  await expect(page).toHaveURL(at(`app/companies/${company.id}`));
  await page.getByRole('table', { name: 'Projects' }).getByRole('link', { name: 'Only child' }).click();
  await expect(page.getByRole('heading', { name: 'Only child', level: 1 })).toBeVisible();
});

test('an untouched picker is asked for by the name of what it picks', { tag: '@prove' }, async ({ page, at, api }) => {
  const { id } = await projectWithCatalogue(api);
  for (const [path, button, label] of [
    ['new', 'Add project', 'Company'],
    [`${id}/new-subscription`, 'Add subscription', 'Subscription'],
    [`${id}/new-product`, 'Add product', 'Product'],
  ] as const) {
    await page.goto(at(`app/projects/${path}`));
    await expect(page.getByRole('option').first()).toBeVisible(); // the list opens with the page, over the button
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: button }).click();
    await expect(field(page, label)).toBeFocused();
    await expect(field(page, label)).toHaveAccessibleDescription(`${label} field is required.`);
  }
});

test('the arrow keys bring what they choose into sight, and how much is offered is said', { tag: '@prove' }, async ({
  page,
  at,
  api,
}) => {
  const word = unique('Row');
  for (let number = 0; number < 10; number += 1) await api.createCompany(`${word} ${number}`);
  await page.goto(at('app/projects/new'));
  await field(page, 'Company').fill(word);
  const chosen = page.getByRole('option', { selected: true });
  const last = page.getByRole('option', { name: `${word} 9` });
  await expect(page.getByRole('status').filter({ hasText: '10 suggestions' })).toBeAttached();
  await expect(chosen).toContainText(`${word} 0`);
  await expect(last).not.toBeInViewport();
  // From the first up to the last, and all the way down again.
  await page.keyboard.press('ArrowUp');
  await expect(chosen).toContainText(`${word} 9`);
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('ArrowDown');
  await expect(chosen).toContainText(`${word} 0`);
  await expect(chosen).toBeInViewport({ ratio: 1 });
});

test('a subscription is attached, edited, canceled with a reason and removed, and Undo brings it back', async ({
  page,
  at,
  api,
}) => {
  const project = await projectWithCatalogue(api);
  const details = at(`app/projects/${project.id}`);
  await page.goto(details);
  await page.getByRole('link', { name: 'Add subscription' }).click();
  await expect(page).toHaveURL(`${details}/new-subscription`);
  await field(page, 'Subscription').fill(project.subscription.name);
  await page.getByRole('option', { name: project.subscription.name }).click();
  await field(page, 'Start At').fill('2026-11-14');
  await field(page, 'End At').fill('2026-11-13');
  await field(page, 'Price').fill('20.5');
  await page.getByRole('button', { name: 'Add subscription' }).click();
  await expect(page.getByText('End At can not be before Start At.')).toBeVisible();
  await field(page, 'End At').fill('2098-11-13');
  await page.getByRole('button', { name: 'Add subscription' }).click();
  await expect(page).toHaveURL(details);
  const row = page.getByRole('row', { name: project.subscription.name });
  for (const text of ['14 Nov 2026', '13 Nov 2098', '$20.50', '$10.50']) await expect(row).toContainText(text);

  await row.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`${details}/sub/[0-9a-f-]{36}$`));
  const own = page.url();
  const stored = await api.call<{ subscriptions: object[] }>('GET', `project/${project.id}`);
  expect(stored.subscriptions).toMatchObject([{ startAt: '2026-11-14T00:00:00Z', endAt: '2098-11-13T23:59:59Z' }]);

  await expect(page.getByRole('heading', { level: 1, name: project.subscription.name })).toBeVisible(); // the project has an Edit, too
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page).toHaveURL(`${own}/edit`);
  await expect(field(page, 'End At')).toHaveValue('2098-11-13');
  await page.getByLabel('Auto Renew').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(own);
  await expect(page.getByText('Renews', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  const dialog = page.getByRole('dialog', { name: `Canceling Subscription: ${project.subscription.name}` });
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(dialog.getByText('Cancelation Reason field is required.')).toBeVisible();
  await field(dialog, 'Cancelation Reason').fill('Too dear');
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(dialog).toBeHidden();
  await expect(overview(page).getByText('Too dear')).toBeVisible();
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toBeHidden();

  await closeToast(page, 'is canceled.');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const removed = await heldToast(page, 'is removed.');
  await expect(page).toHaveURL(details);
  await expect(page.getByText('No subscriptions yet')).toBeVisible();
  await removed.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Canceled');
});

test('a product is attached, edited and removed, and Undo brings it back', { tag: '@prove' }, async ({
  page,
  at,
  api,
}) => {
  const project = await projectWithCatalogue(api);
  const details = at(`app/projects/${project.id}`);
  await page.goto(details);
  await page.getByRole('link', { name: 'Add product' }).click();
  await expect(page).toHaveURL(`${details}/new-product`);
  await expect(field(page, 'Status')).toHaveValue('1');
  await field(page, 'Product').fill(project.product.name);
  await page.getByRole('option', { name: project.product.name }).click();
  await field(page, 'Price').fill('0');
  await field(page, 'Cost').fill('1.005');
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(page.getByText('Price must be a positive amount of at most 999999999.99.')).toBeVisible();
  await expect(page.getByText('Cost must have at most two decimals.')).toBeVisible();
  await field(page, 'Price').fill('1200.5');
  await field(page, 'Cost').fill('900');
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(page).toHaveURL(details);
  const row = page.getByRole('row', { name: project.product.name });
  for (const text of ['In Progress', '$1,200.50', '$900.00']) await expect(row).toContainText(text);

  await row.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`${details}/prd/[0-9a-f-]{36}$`));
  const own = page.url();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page).toHaveURL(`${own}/edit`);
  await field(page, 'Status').selectOption('Delivered');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(own);
  await expect(page.getByText('Delivered').first()).toBeVisible();

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const removed = await heldToast(page, 'is removed.');
  await expect(page).toHaveURL(details);
  await expect(page.getByText('No products yet')).toBeVisible();
  await removed.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('$900.00');
});

test('those of the company moderate a project too, and the disabled are marked', { tag: '@prove' }, async ({
  page,
  at,
  api,
}) => {
  const project = await projectWithCatalogue(api);
  const [inherited, off] = [await addUser(api, 'Ina Herited'), await addUser(api, 'Otto Off')];
  await api.addModerator(project.company.id, inherited.email, 2);
  await page.goto(at(`app/projects/${project.id}`));
  const rows = page.getByRole('table', { name: 'Moderators' }).getByRole('row');
  await expect(rows).toHaveText([/Name/, /Ina Herited.*Manager.*from the company/s]);
  await expect(page.getByRole('button', { name: 'Remove Ina Herited' })).toBeHidden();

  await page.getByRole('link', { name: 'Add moderator' }).click();
  await api.call('PUT', 'UserManagement/disable', { email: off.email, reason: 1 });
  await field(page, 'User Email').pressSequentially(off.email.slice(0, 10));
  await page.getByRole('option', { name: /Otto Off · Disabled/ }).click();
  await page.getByRole('button', { name: 'Add moderator' }).click();
  await expect(rows).toHaveText([/Name/, /Otto Off\s*Disabled/, /Ina Herited/]);
  await expectAccessible(page);

  // Changes at the company are followed.
  await openLive(page, at(`app/projects/${project.id}`));
  await api.call('PUT', 'UserManagement/disable', { email: inherited.email, reason: 1 });
  await expect(rows.last()).toContainText('Disabled');
  await page.goto(at(`app/companies/${project.company.id}`));
  await expect(page.getByRole('row', { name: /Ina Herited/ })).toContainText('Disabled');
});

test('what has not started, or whose company is on its way out, does not run', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  await attachSubscription(api, project);
  const later = { startAt: new Date(Date.now() + 5 * 86_400_000).toISOString(), price: 500 };
  await attachSubscription(api, project, 30, later);
  await openLive(page, at(`app/projects/${project.id}`));
  await expect(page.getByText('1 subscription runs')).toBeVisible();
  await expect(page.getByRole('main').getByText(/^\$1\d\.\d\d a month$/)).toBeVisible();
  await api.call('DELETE', 'company', { id: project.company.id });
  await expect(page.getByText('0 subscriptions run')).toBeVisible();
});

test.describe('what does not exist', () => {
  test.use({ expectedErrors: /Not Found/ });

  test('an item that is not there is not found', async ({ page, at, api }) => {
    const project = await projectWithCatalogue(api);
    await page.goto(at(`app/projects/${project.id}/sub/nothing`));
    await expect(page).toHaveURL(at('app/not-found'));
    await expect(toast(page, 'Item is not found.')).toBeVisible();
  });
});

test.describe('as a moderator', () => {
  test.use({ signedIn: false });

  // What each role sees of a project, its subscription and its product, beside the figures.
  const everything = {
    project: ['Add product', 'Add subscription', 'Add moderator', 'Add files', 'Edit', 'Delete'],
    subscription: ['Cancel subscription', 'Add files', 'Edit', 'Delete'],
    product: ['Add files', 'Edit', 'Delete'],
  };
  const cases: { name: string; role: number; sees: Partial<typeof everything> }[] = [
    { name: 'None', role: 0, sees: {} },
    { name: 'Owner', role: 1, sees: everything },
    { name: 'Manager', role: 2, sees: everything },
    { name: 'Support', role: 3, sees: { subscription: ['Cancel subscription', 'Add files', 'Edit'] } },
    { name: 'Developer', role: 4, sees: { product: ['Edit'] } },
    { name: 'Designer', role: 5, sees: { product: ['Edit'] } },
  ];

  test('each role sees its own buttons, and cost where it may', async ({ page, at, api, server }) => {
    test.slow();
    const project = await projectWithCatalogue(api);
    const [product, subscription] = [await attachProduct(api, project), await attachSubscription(api, project)];
    const user = await addUser(api, 'Robin Role');
    const start = developer; // not the role of the first case: each case is a change
    const body = { id: project.id, userEmail: user.email, role: start };
    const link = await api.call<{ id: string }>('POST', 'project/moderator', body);
    const home = `app/projects/${project.id}`;
    const controls = page.getByRole('main').getByRole('link').or(page.getByRole('main').getByRole('button'));
    const offered = controls.filter({ hasText: /^(Add |Edit$|Delete$|Cancel subscription$)/ });
    await openAs(page, server, user, at(home));
    for (const [path, part, figure, costs, sample] of [
      [home, 'project', '$20.25', 2, ['Manager', 'Designer']],
      [`${home}/sub/${subscription.id}`, 'subscription', '$20.25', 2, ['None', 'Support']],
      [`${home}/prd/${product.id}`, 'product', '$1,200.50', 1, ['Owner', 'Developer']],
    ] as const) {
      // The page follows each new role at once.
      await openLive(page, at(path));
      const sampled = cases.filter(({ name }) => sample.some((word) => word === name));
      for (const { name, role, sees } of inFull(cases, sampled)) {
        const readAgain = page.waitForResponse(`**/api/v1/project/${project.id}`);
        await api.call('PUT', 'project/moderator', { id: link.id, role });
        await readAgain;
        await expect(page.getByText(figure).first(), `${name} at ${path}`).toBeVisible();
        const expected = [...(sees[part] ?? [])].toSorted();
        const told = `${name} at ${path}`;
        await expect.poll(async () => (await offered.allTextContents()).toSorted(), told).toEqual(expected);
        const shown = page.getByText(/^Cost( of the term)?$/);
        const seesCost = sees === everything;
        const counted = seesCost ? shown.and(page.locator(':not(#history *)')) : shown;
        await expect(counted, told).toHaveCount(seesCost ? costs : 0);
        // A project role shows of the company only its name.
        await expect(page.getByRole('main').getByRole('link', { name: project.company.name })).toHaveCount(0);
      }
      await api.call('PUT', 'project/moderator', { id: link.id, role: start });
    }
  });

  test('a Developer sets the status of a product alone', { tag: '@prove' }, async ({ page, at, api, server }) => {
    const project = await projectWithCatalogue(api);
    const product = await attachProduct(api, project);
    const user = await addUser(api, 'Dev Developer');
    await api.call('POST', 'project/moderator', { id: project.id, userEmail: user.email, role: developer });
    await openAs(page, server, user, at(`app/projects/${project.id}/prd/${product.id}/edit`));
    await field(page, 'Status').selectOption('Delivered');
    await expect(field(page, 'Price')).toHaveCount(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(at(`app/projects/${project.id}/prd/${product.id}`));
    const stored = await api.call<{ products: object[] }>('GET', `project/${project.id}`);
    expect(stored.products).toMatchObject([{ status: 2, price: 1200.5, cost: 900 }]);
  });

  test('a Manager removes a project, and comes back to the list', { tag: '@prove' }, async ({
    page,
    at,
    api,
    server,
  }) => {
    const project = await projectWithCatalogue(api);
    const user = await addUser(api, 'Mona Manager');
    await api.call('POST', 'project/moderator', { id: project.id, userEmail: user.email, role: manager });
    await openAs(page, server, user, at(`app/projects/${project.id}`));
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(at('app/projects'));
    await expect(page.getByText('No project you may see')).toBeVisible();
  });
});

test.describe('edited by two at once', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('a subscription shows what changed, in days', { tag: '@prove' }, async ({ page, at, api }) => {
    const project = await projectWithCatalogue(api);
    const { id } = await attachSubscription(api, project);
    await page.goto(at(`app/projects/${project.id}/sub/${id}/edit`));
    await field(page, 'Details').fill('mine');
    const days = { startAt: '2026-01-01T00:00:00Z', endAt: '2030-05-06T23:59:59Z' };
    const change = { id, ...days, autoRenew: false, price: 30 };
    await api.call('PUT', 'project/subscription', change);
    await page.getByRole('button', { name: 'Save' }).click();
    const banner = page.getByRole('alert').filter({ hasText: 'Ada Admin changed this' });
    await expect(banner).toContainText('End At is now: 2030-05-06');
    await banner.getByRole('button', { name: 'Keep mine' }).click();
    await expect(overview(page).getByText('mine', { exact: true })).toBeVisible();
  });
});
