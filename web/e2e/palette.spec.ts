import type { Page } from '@playwright/test';
import { expect, expectAccessible, field, test, unique } from './support/test';

function palette(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Search and commands' });
  const input = dialog.getByRole('combobox', { name: 'Search' });
  const option = (name: string | RegExp) => dialog.getByRole('option', { name });
  return { dialog, input, option, chosen: dialog.getByRole('option', { selected: true }) };
}

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
  await page.keyboard.type('dark theme');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`${name} site`);
  await option(`${name} site`).click();
  await expect(page).toHaveURL(at(`app/projects/${projectId}`));
  await page.keyboard.press('Control+k');
  await page.keyboard.type('sign out');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(at('login'));
});

test.describe('what does not arrive', () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('a search that fails is tried again, and a part of the page offers a reload', async ({ page, at }) => {
    await page.route('**/api/v1/search?*', (route) => route.abort());
    await page.goto(at('app/dashboard'));
    await expect(page.getByRole('heading', { name: 'When do subscriptions end?' })).toBeVisible();
    const { dialog, option } = palette(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('ada');
    await expect(dialog.getByRole('status')).toHaveText('The search did not work.');
    await page.unroute('**/api/v1/search?*');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await option(/Ada Admin/).click();
    await expect(page).toHaveURL(at('app/users/ada%40example.com'));

    // The charts' file carries their question; nothing else of the dashboard does.
    await page.route('**/assets/*.js', async (route) => {
      const answer = await route.fetch();
      const isCharts = (await answer.text()).includes('When do subscriptions end?');
      await (isCharts ? route.abort() : route.fulfill({ response: answer }));
    });
    await page.goto(at('app/dashboard'));
    await expect(page.getByText('This part of the page did not load.')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Companies/ }).first()).toBeVisible();
    await page.unroute('**/assets/*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { name: 'When do subscriptions end?' })).toBeVisible();
  });
});

test('keys lead through the app, never while typing, and can be switched off', async ({ page, at, api }) => {
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

  await page.keyboard.press('/');
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  await page.keyboard.type('gd');
  await expect(search).toHaveValue('gd');
  await search.fill(name);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();

  await page.keyboard.press('e');
  await expect(page).toHaveURL(at(`app/companies/${id}/edit`));
  await field(page, 'Name').fill(`${name} and sons`);
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(at(`app/companies/${id}`));
  await expect(page.getByRole('heading', { name: `${name} and sons` })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(at(`app/companies/${id}/new-project`));
  await page.keyboard.press('b');
  await expect(page).toHaveURL(at(`app/companies/${id}`));

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByText('New company')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await sheet.getByLabel('Shortcuts of plain keys').uncheck();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: `${name} and sons` })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette(page).input).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.keyboard.press('e');
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(at(`app/companies/${id}`));
});
