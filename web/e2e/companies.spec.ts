import { readFile } from 'node:fs/promises';
import { picture } from './support/files';
import { attachSubscription, projectWithCatalogue } from './support/projects';
import {
  awaitShortcuts,
  closeToast,
  expect,
  expectAccessible,
  field,
  finalizeRemoval,
  heldToast,
  overview,
  test,
  toast,
  unique,
  visit,
} from './support/test';

test('a company is created, shown, edited and found', async ({ page, at, api }) => {
  const name = unique('Acme');
  await page.goto(at('app/companies'));
  await page.getByRole('link', { name: 'Add New' }).first().click();
  await expect(page).toHaveURL(at('app/companies/new'));
  await page.getByRole('button', { name: 'Add company' }).click();
  await expect(page.getByText('Name field is required.')).toBeVisible();
  await field(page, 'Name').fill(name);
  await field(page, 'Support Email').fill('help');
  await field(page, 'Support Phone').fill('call me');
  await page.getByRole('button', { name: 'Add company' }).click();
  await expect(page.getByText('Support Email value is not an email format.')).toBeVisible();
  await expect(page.getByText('Support Phone is not a phone number.')).toBeVisible();
  await field(page, 'Support Email').fill('help@acme.example');
  await field(page, 'Support Phone').fill('+44 20-7946 0000');
  await page.getByRole('button', { name: 'Add company' }).click();

  // 'new' is replaced by the id.
  await expect(page).toHaveURL(/\/companies\/[0-9a-f-]{36}$/);
  const details = page.url();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page).toHaveURL(`${details}/edit`);
  await field(page, 'Name').fill(`${name} Ltd`);
  await field(page, 'Support Phone').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(details);
  await expect(page.getByRole('heading', { name: `${name} Ltd`, level: 1 })).toBeVisible();

  await page.getByRole('link', { name: 'Companies' }).first().click();
  await page.getByRole('searchbox', { name: 'Search companies' }).fill(name.slice(5));
  const card = page.getByRole('main').getByRole('link', { name: `${name} Ltd` });
  await expect(card).toContainText('Support Email: help@acme.example');
  await expect(card).toContainText('Support Phone: -');
  await expect(page.getByText('1 company', { exact: true })).toBeVisible();
  await card.click();
  await expect(page).toHaveURL(details);
  expect(await api.call('GET', `company/${details.split('/').at(-1)}`)).toMatchObject({ supportPhone: null });
});

test('a name that another company has is told, and allowed', { tag: '@prove' }, async ({ page, at, api }) => {
  const { id, name } = await api.createCompany(unique('Twin'));
  await page.goto(at('app/companies/new'));
  await field(page, 'Name').fill(`  ${name.toUpperCase()} `);
  const note = page.getByText(`There is already a company named ${name}.`);
  await expect(note).toBeVisible();
  await expect(note.getByRole('link', { name })).toHaveAttribute('href', new RegExp(`/companies/${id}$`));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add company' }).click();
  await expect(page.getByRole('heading', { name: name.toUpperCase(), level: 1 })).toBeVisible();

  // An edit tells as much once it renames; the name that a company has is its own.
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(field(page, 'Name')).toHaveValue(name.toUpperCase());
  await expect(note).toBeHidden();
  const other = await api.createCompany(unique('Other'));
  await field(page, 'Name').fill(other.name);
  await expect(page.getByText(`There is already a company named ${other.name}.`)).toBeVisible();
});

test('a search without hits says so, and wildcards are plain characters', async ({ page, at }) => {
  await page.goto(at('app/companies'));
  for (const text of ['%%%', '___', "'; DROP TABLE", '"quoted', '*']) {
    await page.getByRole('searchbox', { name: 'Search companies' }).fill(text);
    await expect(page).toHaveURL((url) => url.searchParams.get('search') === text);
    await expect(page.getByText(`No company matches “${text}”`)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(page.getByRole('searchbox', { name: 'Search companies' })).toHaveValue('');
});

test('the export holds every company of the filter', { tag: '@prove' }, async ({ page, at, api }) => {
  const word = unique('Exported').split(' ').at(-1) ?? '';
  for (let number = 1; number <= 26; number += 1) await api.createCompany(`${word} ${number}`);
  await page.goto(at(`app/companies?search=${word}`));
  await expect(page.getByText('26 companies')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.split('\n').filter((line) => line.includes(word))).toHaveLength(26);
});

test.describe('changed elsewhere', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('an address is removed only as it was seen', async ({ page, at, api }) => {
    const name = unique('Moving');
    const { id } = await api.createCompany(name);
    const move = (country: string) =>
      api.call('PUT', 'company/address', { id, address: { country, provinceState: 'Oslo' } });
    await move('Norway');
    await page.goto(at(`app/companies/${id}/address`));
    await page.getByRole('button', { name: 'Remove address' }).click();
    // Somebody else is faster by a moment: the page's request is on its way already.
    await page.route(
      '**/company/address',
      async (route) => {
        await move('Sweden');
        await route.continue();
      },
      { times: 1 },
    );
    const dialog = page.getByRole('dialog', { name: 'Removing Address' });
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(dialog).toContainText('changed this meanwhile');
    expect(await api.call('GET', `company/${id}`)).toMatchObject({ headAddress: { country: 'Sweden' } });

    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(page).toHaveURL(at(`app/companies/${id}`));
    expect(await api.call('GET', `company/${id}`)).toMatchObject({ headAddress: null });
  });
});

test('a company without projects is removed at once, and Undo brings it back', async ({ page, at, api }) => {
  const name = unique('Doomed');
  const { id } = await api.createCompany(name);
  await page.goto(at('app/projects'));
  await page.goto(at(`app/companies/${id}`));
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: `Removing Company: ${name}` });
  const width = (await dialog.boundingBox())?.width ?? 0;
  expect(width).toBeGreaterThanOrEqual(280);
  expect(width).toBeLessThanOrEqual(400);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete' })).toBeFocused();

  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  const removed = await heldToast(page, `${name} is removed.`);
  await expect(page).toHaveURL(at('app/companies'));
  await expect(page.getByRole('heading', { name: 'Companies', level: 1 })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search companies' }).fill(name);
  await expect(page.getByText('No company matches')).toBeVisible();
  await removed.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, `${name} is restored.`)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible();
  // The page of what was removed is not in the way back.
  await page.goBack();
  await expect(page).toHaveURL(at('app/projects'));
});

test('a company waits for its projects, is restored, and is finished when the last one goes', async ({
  page,
  at,
  api,
}) => {
  const company = await api.createCompany(unique('Leaving'));
  await api.createProject(company.id, 'Website');
  await page.goto(at(`app/companies/${company.id}`));
  await awaitShortcuts(page); // what keeps the focus comes with them
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  };
  const pending = page.getByRole('region', { name: 'Pending Remove' });
  await remove();
  await expect(pending).toContainText('Must Remove Projects First');
  // What had the focus is gone with its work: the keyboard goes on in the page.
  await expect(page.getByRole('main')).toBeFocused();
  await pending.getByRole('button', { name: 'Restore' }).click();
  await expect(toast(page, `${company.name} is restored.`)).toBeVisible();
  await expect(pending).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await closeToast(page, `${company.name} is restored.`);
  await remove();
  await pending.getByRole('link', { name: 'Website' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(at(`app/companies/${company.id}`));
  await expect(pending).toContainText('No project belongs to this company any more.');
  await expect(pending).not.toContainText('Must Remove Projects First');
  await expectAccessible(page);
  await finalizeRemoval(page, `Removing Company: ${company.name}`);
  await expect(toast(page, `${company.name} is removed.`)).toBeVisible();
  await expect(page).toHaveURL(at('app/companies'));
});

test('a photo stands on the page and on the card', async ({ page, at, api }) => {
  const name = unique('Pictured');
  const { id } = await api.createCompany(name);
  await page.goto(at(`app/companies/${id}`));
  await page.getByLabel('Photo file').setInputFiles(picture);
  await expect(page.getByRole('button', { name: 'Change photo' })).toBeVisible();
  await page.goto(at(`app/companies?search=${encodeURIComponent(name)}`));
  await expect(page.getByRole('main').getByRole('link', { name }).locator('img')).toBeVisible();
});

test.describe('edited by two at once', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('the second is told what changed, and decides', async ({ page, at, api, context }) => {
    const company = await api.createCompany(unique('Contested'));
    const other = await context.newPage();
    for (const tab of [page, other]) await tab.goto(at(`app/companies/${company.id}/edit`));
    await field(page, 'Details').fill('first come');
    await field(other, 'Details').fill('first served');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(at(`app/companies/${company.id}`));

    await other.getByRole('button', { name: 'Save' }).click();
    const banner = other.getByRole('alert').filter({ hasText: 'Ada Admin changed this' });
    await expect(banner).toContainText('Details is now: first come');
    await expectAccessible(other);
    await banner.getByRole('button', { name: 'Reload' }).click();
    await expect(field(other, 'Details')).toHaveValue('first come');

    await field(other, 'Details').fill('last word');
    await other.getByRole('button', { name: 'Save' }).click();
    await expect(other).toHaveURL(at(`app/companies/${company.id}`));
    await expect(overview(other).getByText('last word')).toBeVisible();
  });
});

test('a name of script, bidirectional marks and emoji is text like any other', async ({ page, at, api }) => {
  const name = '<img src=x onerror=alert(2)> שלום \u202Eevil\u202C 👩‍👩‍👧‍👦 Zürich "q" \\ 𝔘';
  const company = await api.createCompany(name, { details: name });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(at(`app/companies?search=${encodeURIComponent(name)}`));
  await page.getByRole('main').getByRole('link').filter({ hasText: name }).click();
  await expect(page).toHaveURL(at(`app/companies/${company.id}`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  expect(await page.title()).toContain(name);
  // Nothing pushes the page wider than the phone.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await visit(page, at(`app/companies/${company.id}/edit`));
  await expect(field(page, 'Name')).toHaveValue(name);
});

test('a company shows its value, next end and owner on its card, and compares with earlier in the table', async ({
  page,
  at,
  api,
}) => {
  const project = await projectWithCatalogue(api);
  await attachSubscription(api, project, 30);
  const search = `search=${encodeURIComponent(project.company.name)}`;
  await page.goto(at(`app/companies?${search}`));
  const card = page.getByRole('main').getByRole('link', { name: project.company.name });
  await expect(card).toContainText(
    /Support Email: -\s*Support Phone: -\s*\$[\d.]+ a month, next end \d+ \w+ \d+\s*No owner/,
  );
  await page.goto(at(`app/companies?view=table&${search}`));
  await page.getByLabel('Compare').selectOption('With a quarter ago');
  await expect(page.getByRole('columnheader', { name: /^Since \d+ / })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: /^\+\$[\d.]+ was \$0\.00$/ })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Row by row' })).toBeVisible(); // no sum, and why
});

test('a company says of its next end whether it renews', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  await attachSubscription(api, project, 30);
  await page.goto(at(`app/companies/${project.company.id}`));
  const main = page.getByRole('main');
  await expect(main.getByRole('term').filter({ hasText: 'Next end' })).toBeVisible();
  await expect(main.getByRole('cell', { name: /^\d+ \w+ \d+$/ })).toHaveCount(2);

  await attachSubscription(api, project, 20, { autoRenew: true });
  await page.reload();
  await expect(main.getByRole('term').filter({ hasText: 'Renews next' })).toBeVisible();
  await expect(main.getByRole('cell', { name: /^renews \d+ \w+ \d+$/ })).toBeVisible();
});
