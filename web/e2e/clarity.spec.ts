import { attachSubscription, projectWithCatalogue } from './support/projects';
import { administrator } from './support/server';
import { expect, field, test, toast, unique } from './support/test';
import { addUser } from './support/users';

test('the palette names the company of a hit, and does verbs to a record that it asks for', async ({
  page,
  at,
  api,
}) => {
  const project = await projectWithCatalogue(api);
  await attachSubscription(api, project);
  await page.goto(at('app/companies'));
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  const input = palette.getByRole('combobox');
  await input.fill(project.subscription.name);
  await expect(palette.getByRole('option', { name: `${project.name} · ${project.company.name}` })).toBeVisible();

  await input.fill('cancel a');
  await expect(palette.getByRole('option', { name: 'Cancel a subscription', selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(palette.getByRole('status').first()).toContainText('Cancel which subscription?');
  await input.fill(project.subscription.name);
  await expect(palette.getByRole('option', { name: project.subscription.name, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('heading', { name: /^Cancel subscriptions: / })).toBeVisible();
});

test('the guide is linked from the navigation and, at its page, from a heading', async ({ page, at, server }) => {
  await page.goto(at('app/renewals'));
  const guide = page.getByRole('main').getByRole('link', { name: 'Guide to this page' });
  await expect(guide).toHaveAttribute('href', new URL(`${server.url}help/renewals.html`).pathname);
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Guide', exact: true })).toBeVisible();
  const answer = await page.request.get(`${server.url}help/renewals.html`);
  expect(answer.ok()).toBe(true);
});

test('a role says what it allows, and a chosen person who it is', async ({ page, at, api }) => {
  const company = await api.createCompany(unique('Roles'));
  const user = await addUser(api, 'Rita Role');
  await page.goto(at(`app/companies/${company.id}/new-moderator`));
  await field(page, 'User Email').fill(user.email.slice(0, 12));
  await expect(page.getByRole('option', { name: /Rita Role/, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field(page, 'User Email')).toHaveValue(user.email);
  await expect(field(page, 'User Email')).toHaveAccessibleDescription('Rita Role');
  await expect(page).toHaveURL(/new-moderator$/);
  await field(page, 'Role').selectOption('Support');
  await expect(field(page, 'Role')).toHaveAccessibleDescription(
    'Sees everything except cost. Edits and cancels subscriptions.',
  );
});

test('a price below the cost is said before it is saved', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  await page.goto(at(`app/projects/${project.id}/new-subscription`));
  await field(page, 'Subscription').fill(project.subscription.name);
  await page.getByRole('option', { name: project.subscription.name }).click();
  await field(page, 'Price').fill('8');
  await expect(
    page.getByText('Cost $10.50 by the catalogue. The price is below the cost: it loses $2.50.'),
  ).toBeVisible();
  await field(page, 'Price').fill('21');
  await expect(page.getByText('Margin $10.50, 50 % of the price.')).toBeVisible();
});

test('an administrator signs somebody out without disabling them', async ({ page, at, api, server }) => {
  const user = await addUser(api, 'Olga Out');
  const session = await server.signIn(user.email, user.password);
  await page.goto(at(`app/users/${user.email}`));
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(toast(page, 'Olga Out is signed out everywhere.')).toBeVisible();
  await expect(session.call('GET', 'account')).rejects.toThrow(/401/);
  await server.signIn(user.email, user.password);
});

test('a notification is marked viewed in its row', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  await attachSubscription(api, project, 3);
  await page.goto(at('app/notifications'));
  const row = page.getByRole('row', { name: new RegExp(project.subscription.name) });
  await row.getByRole('button', { name: 'Mark as viewed' }).click();
  await expect(row.getByRole('button', { name: 'Mark as viewed' })).toBeHidden();
  await expect(page).toHaveURL(at('app/notifications'));
});

test('canceling says from when it counts', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  const { id } = await attachSubscription(api, project);
  await page.goto(at(`app/projects/${project.id}/sub/${id}`));
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByRole('dialog')).toContainText('It counts from now on');
});

test('a removed product shows its status beside Pending Remove', async ({ page, at, api }) => {
  const { id, product } = await projectWithCatalogue(api);
  await api.call('POST', 'project/product', { projectId: id, productId: product.id, price: 2, cost: 1, status: 1 });
  await api.call('DELETE', 'product', { id: product.id });
  await page.goto(at(`app/products?search=${encodeURIComponent(product.name)}`));
  const card = page.getByRole('link', { name: new RegExp(product.name) }).first();
  await expect(card).toContainText('Pending Remove');
  await expect(card).toContainText('Available');
});

test('passkeys that the address does not allow say so', async ({ page, at }) => {
  await page.goto(at('app/account?tab=security'));
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Passkeys' }) });
  await expect(section).toContainText('Passkeys need an https address with a name, which this console does not have.');
  await expect(section.getByRole('button')).toHaveCount(0);
});

test('uses that the table leaves out are told', async ({ page, at, api }) => {
  const kept = await projectWithCatalogue(api);
  await attachSubscription(api, kept);
  const leaving = await projectWithCatalogue(api);
  await attachSubscription(api, { ...leaving, subscription: kept.subscription });
  await api.call('DELETE', 'project', { id: leaving.id });
  await page.goto(at(`app/subscriptions/${kept.subscription.id}`));
  const uses = page.locator('section', { has: page.getByRole('heading', { name: /^Used in projects/ }) });
  await expect(uses).toContainText('1 use is not in the table: the project or its company waits for removal.');
  await expect(uses.getByRole('link', { name: leaving.name })).toBeVisible();
});

test('a removed part names its project and company', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  const { id } = await attachSubscription(api, project);
  await api.call('DELETE', 'project/subscription', { id });
  await page.goto(at('app/removed'));
  const removed = page.getByRole('listitem').filter({ hasText: project.subscription.name });
  await expect(removed).toContainText(project.name);
  await expect(removed).toContainText(project.company.name);
});

test('what can be done with a term is written on its button', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  const { id } = await attachSubscription(api, project);
  await page.goto(at(`app/projects/${project.id}/sub/${id}`));
  const button = page.getByRole('button', { name: 'Terms and prices' });
  await expect(button).toHaveText('Terms and prices');
  await button.click();
  await expect(page.getByRole('menuitem', { name: 'Change price…' })).toBeVisible();
});

test.describe('signing in', () => {
  test.use({ signedIn: false, alone: true, expectedErrors: /status of 40[01]/ });

  test('a short password is a wrong one, and the welcome goes at the first click', async ({ page, at }) => {
    await page.goto(at('login'));
    await field(page, 'Email').fill(administrator.email);
    await field(page, 'Password').fill('abc');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Email or password is wrong.');
    await field(page, 'Password').fill(administrator.password);
    await page.keyboard.press('Enter');
    await expect(toast(page, /^Welcome/)).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(toast(page, /^Welcome/)).toBeHidden();
  });
});
