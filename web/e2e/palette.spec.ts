import type { Page } from '@playwright/test';
import { expect, expectAccessible, field, test, unique } from './support/test';
import { inviteUser, openAs } from './support/users';

function palette(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Search and commands' });
  const input = dialog.getByRole('combobox', { name: 'Search' });
  const option = (name: string | RegExp) => dialog.getByRole('option', { name });
  return { dialog, input, option, chosen: dialog.getByRole('option', { selected: true }) };
}

test.describe('with a session to end', () => {
  test.use({ alone: true });

  test('the palette finds records and pages, by keyboard alone', async ({ page, at, api }) => {
    const name = unique('Zephyr');
    const { id } = await api.createCompany(name);
    const { id: projectId } = await api.createProject(id, `${name} site`);
    await page.goto(at('app/companies'));
    await expect(page.getByRole('heading', { name: 'Companies', level: 1 })).toBeVisible();
    const { dialog, input, option, chosen } = palette(page);

    await page.keyboard.press('Control+k');
    await expect(input).toBeFocused();
    await expect(chosen).toContainText('Dashboard');
    await expectAccessible(page);
    await page.keyboard.type(name);
    await expect(option(name).first().locator('mark').first()).toHaveText('Zephyr');
    await expect(dialog.getByRole('group', { name: 'Projects' })).toContainText(`${name} site`);
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await expect(chosen).toContainText(`${name} site`);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(at(`app/companies/${id}`));
    await expect(dialog).toBeHidden();

    // What was taken comes first the next time, for this tab also after a reload.
    await page.reload();
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(dialog.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([name]);
    await page.keyboard.type('no such thing');
    await expect(dialog.getByRole('status')).toHaveText('Nothing matches “no such thing”.');
    await expect(dialog.getByRole('listbox')).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Search' })).toBeFocused();

    await page.keyboard.press('Control+k');
    await input.fill('dark theme');
    await expect(chosen).toContainText('Dark theme');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.keyboard.press('Control+k');
    await input.fill(`${name} site`);
    await option(`${name} site`).click();
    await expect(page).toHaveURL(at(`app/projects/${projectId}`));
    await page.keyboard.press('Control+k');
    await input.fill('sign out');
    await expect(chosen).toContainText('Sign Out');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(at('login'));
  });
});

test('the palette shows what was open last, finds words in any order, and leads to all results', async ({
  page,
  at,
  api,
}) => {
  const word = unique('Quay');
  const company = await api.createCompany(word);
  for (const n of [1, 2, 3, 4, 5, 6]) await api.createProject(company.id, `Site ${n} ${word}`);
  await page.goto(at(`app/companies/${company.id}`));
  await expect(page.getByRole('heading', { name: word })).toBeVisible();
  const { dialog, input, option } = palette(page);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(dialog.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toHaveText(word);
  await input.fill(`${word} 3 site`);
  await expect(dialog.getByRole('group', { name: 'Projects' }).getByRole('option')).toHaveText([/Site 3/]);
  await input.fill(word);
  await option('All 6 results').click();
  await expect(page).toHaveURL(/app\/projects\?search=/);
  await expect(page.getByText('6 projects', { exact: true })).toBeVisible();
});

test.describe('what does not arrive', () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('a search that fails is tried again, and a part of the page offers a reload', { tag: '@prove' }, async ({
    page,
    at,
  }) => {
    await page.route('**/api/v1/search?*', (route) => route.abort());
    await page.goto(at('app/dashboard'));
    await expect(page.getByRole('heading', { name: 'When do subscriptions end?' })).toBeVisible();
    const { dialog, input, option } = palette(page);
    await page.keyboard.press('Control+k');
    await input.fill('ada');
    await expect(dialog.getByRole('status')).toHaveText('The search did not work.');
    await page.unroute('**/api/v1/search?*');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await option(/Ada Admin/).click();
    await expect(page).toHaveURL(at('app/users/ada@example.com'));

    // The charts' file carries their question; nothing else of the dashboard does.
    let isAway = true;
    await page.route('**/assets/*.js', async (route) => {
      if (!isAway) return route.continue();
      const answer = await route.fetch();
      const isCharts = (await answer.text()).includes('When do subscriptions end?');
      await (isCharts ? route.abort() : route.fulfill({ response: answer }));
    });
    await page.goto(at('app/dashboard'));
    await expect(page.getByText('failed loading this component.')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Companies/ }).first()).toBeVisible();
    isAway = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'When do subscriptions end?' })).toBeVisible();
  });
});

test('keys lead through the app, and never while typing', async ({ page, at, api }) => {
  const name = unique('Keyed');
  const { id } = await api.createCompany(name);
  await page.goto(at('app/dashboard'));
  // Shortcuts come after the first paint, as the charts do.
  await expect(page.getByRole('heading', { name: 'When do subscriptions end?' })).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await expect(page).toHaveURL(at('app/companies'), { timeout: 500 });
  }).toPass();

  const search = page.getByRole('searchbox');
  await expect(search).toBeVisible();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('gd');
  await expect(search).toHaveValue('gd');
  await search.fill(name);
  await expect(page.getByText('1 company', { exact: true })).toBeVisible();
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();

  await page.keyboard.press('e');
  await expect(page).toHaveURL(at(`app/companies/${id}/edit`));
  await field(page, 'Name').fill(`${name} and sons`);
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(at(`app/companies/${id}`));
  await expect(page.getByRole('heading', { name: `${name} and sons` })).toBeVisible();
  await page.keyboard.press('n');
  await expect(field(page, 'Name')).toBeFocused();
  await page.getByRole('heading', { name: 'New project' }).click();
  await page.keyboard.press('b');
  await expect(page).toHaveURL(at(`app/companies/${id}`));
});

test('n adds a product to the category that is chosen', async ({ page, at, api }) => {
  const category = unique('R&D / 50%');
  await api.call('POST', 'product/categories', { name: category });
  await page.goto(at(`app/products?category=${encodeURIComponent(category)}`));
  await expect(page.getByRole('heading', { name: category })).toBeVisible();
  // Shortcuts come after the first paint.
  await expect(async () => {
    await page.keyboard.press('n');
    await expect(page.getByRole('heading', { name: 'New product' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(field(page, 'Category')).toHaveValue(category);
});

test('the arrow keys bring the last command into sight', async ({ page, at }) => {
  await page.goto(at('app/companies'));
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const { chosen, dialog } = palette(page);
  await expect(chosen).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
  await expect(chosen).toBeInViewport({ ratio: 1 });
});

test('the help sheet lists the keys and switches them off', async ({ page, at, api }) => {
  const name = unique('Sheet');
  const { id } = await api.createCompany(name);
  await page.goto(at(`app/companies/${id}`));
  await expect(page.getByRole('heading', { name })).toBeVisible();
  // From the palette, which waits for its own code: the key would be lost before that has come.
  await page.keyboard.press('Control+k');
  await palette(page).input.fill('keyboard shortcuts');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByText('New company')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByLabel('Single-key shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette(page).input).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette(page).dialog).toBeHidden();
  await page.keyboard.press('e');
  await page.keyboard.press('?');
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(at(`app/companies/${id}`));

  await page.evaluate(() => localStorage.removeItem('shortcuts'));
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
});

test.describe('as a moderator', () => {
  test.use({ signedIn: false });

  test('an Owner adds projects to their companies alone, and is offered nothing else', { tag: '@prove' }, async ({
    page,
    at,
    api,
    server,
  }) => {
    const [owner, support] = [1, 3];
    const word = unique('Client');
    const [own, seen] = [await api.createCompany(`${word} own`), await api.createCompany(`${word} seen`)];
    const user = await inviteUser(server, api, 'Odo Owner');
    await api.addModerator(own.id, user.email, owner);
    await api.addModerator(seen.id, user.email, support);
    await openAs(page, server, user, at('app/projects'));
    await page.getByRole('link', { name: 'Add New' }).click();
    await expect(page).toHaveURL(at('app/projects/new'));
    await field(page, 'Company').fill(word);
    await expect(page.getByRole('option')).toHaveText([new RegExp(own.name)]);

    await page.keyboard.press('Control+k');
    const { dialog, input } = palette(page);
    await expect(dialog.getByRole('group', { name: 'Create' }).getByRole('option')).toHaveText([
      /New project/,
      'Import projects',
    ]);
    await expect(dialog.getByRole('option', { name: 'Account', exact: true })).toHaveCount(0);
    await input.fill(word);
    await expect(dialog.getByRole('group', { name: 'Companies' }).getByRole('option')).toHaveText([
      own.name,
      seen.name,
    ]);
    await page.keyboard.press('Escape');

    await page.goto(at(`app/companies/${seen.id}/edit`));
    await expect(page.getByText('Your role does not allow this')).toBeVisible();
    await expect(page.getByText('needs the role Owner or Manager')).toBeVisible();
    await page.goto(at('app/companies/new'));
    await expect(page.getByText('Only administrators work here')).toBeVisible();
  });
});
