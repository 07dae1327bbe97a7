import type { Api } from './support/api';
import { inFull } from './support/full';
import { layoutFaults } from './support/layout';
import { closeToast, expect, expectAccessible, field, heldToast, overview, test, toast, unique } from './support/test';
import { addUser, openAs } from './support/users';

interface Field {
  id: string;
  key: string;
  list: string;
}

const lists = ['company', 'project', 'projectProduct', 'projectSubscription', 'product', 'subscription'];
const support = 3;

test.use({ expectedErrors: /status of (400|422)/ });

// Other tests add records: none of them knows of a field that is required.
test.afterEach(async ({ api }) => {
  for (const { id } of await api.call<Field[]>('GET', 'field')) await api.call('DELETE', 'field', { id });
});

function addField(api: Api, of: object) {
  return api.call<Field>('POST', 'field', { list: 'company', kind: 'text', ...of });
}

test('an administrator makes, orders, changes and removes fields, and takes the removal back', async ({
  page,
  at,
  api,
}) => {
  await page.goto(at('app/dashboard'));
  await page.getByRole('link', { name: 'Fields' }).click();
  await expect(page).toHaveURL(at('app/fields'));
  await expect(page.getByText('No fields yet')).toBeVisible();
  await page.getByRole('button', { name: 'VAT ID' }).click();
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('code') });
  await expect(rows).toHaveCount(1);
  await closeToast(page, 'is added.');
  await page.getByRole('button', { name: 'Add field' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a field: Companies' });
  await field(dialog, 'Label').first().fill('Tier');
  await expect(field(dialog, 'Key')).toHaveValue('tier');
  await field(dialog, 'Kind').selectOption('Choice');
  await field(dialog, 'Options').fill('Gold\nSilver');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add field' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Gold · Silver');
  await closeToast(page, 'is added.');
  await page.getByRole('button', { name: /^Move .*Tier.* up$/ }).click();
  await expect(rows.first()).toContainText('Tier');
  await rows.nth(1).dragTo(rows.first());
  await expect(rows.first()).toContainText('VAT ID');
  await expectAccessible(page);
  expect(await layoutFaults(page)).toEqual([]);

  // An option that a record has stays, and so does the kind.
  await api.createCompany(unique('Tiered'), { own: { tier: 'Gold' } });
  await page.getByRole('button', { name: 'Edit: Tier' }).click();
  const edit = page.getByRole('dialog', { name: /^Change .*Tier/ });
  await field(edit, 'Options').fill('Silver');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toContainText('have the option Gold');
  await field(edit, 'Options').fill('Gold\nSilver\nBronze');
  await field(edit, 'Label in German').fill('Stufe');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(rows.filter({ hasText: 'Stufe' })).toContainText('Gold · Silver · Bronze');

  await page.getByRole('button', { name: 'Remove: Tier' }).click();
  await page.getByRole('button', { name: 'Remove field' }).click();
  const removed = await heldToast(page, 'is removed, with its values.');
  await expect(rows).toHaveCount(1);
  await removed.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(2);

  await page.goto(at('app/activity'));
  await expect(page.getByRole('main')).toContainText('field Tier');
});

test('a field is asked for, shown, found, sorted, exported, set in many records and told by the history', async ({
  page,
  at,
  api,
}) => {
  await addField(api, { key: 'vatId', label: 'VAT ID', labelDe: 'USt-IdNr.', isRequired: true });
  await addField(api, { key: 'seats', label: 'Seats', kind: 'number' });
  await addField(api, { key: 'tier', label: 'Tier', kind: 'choice', options: ['Gold', 'Silver'] });
  await addField(api, { key: 'site', label: 'Web site', kind: 'link' });
  await addField(api, { key: 'since', label: 'Customer since', kind: 'date' });
  await addField(api, { key: 'isVip', label: 'Very important', kind: 'yesNo' });
  const word = unique('Own');
  await page.goto(at('app/companies/new'));
  await field(page, 'Name').fill(word);
  await page.getByRole('button', { name: 'Add company' }).click();
  await expect(page.getByText('VAT ID field is required.')).toBeVisible();
  await field(page, 'VAT ID').fill('DE123');
  await field(page, 'Seats').fill('1250.5');
  await field(page, 'Tier').selectOption('Gold');
  await field(page, 'Web site').fill('https://own.example.com/a');
  await field(page, 'Customer since').fill('2026-01-31');
  await expectAccessible(page);

  // What is typed survives a reload.
  await page.reload();
  await expect(page.getByText('Restored what you typed')).toBeVisible();
  await expect(field(page, 'Tier')).toHaveValue('Gold');
  await page.getByRole('button', { name: 'Add company' }).click();
  await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible();
  await closeToast(page, 'is added.');
  const facts = overview(page);
  await expect(facts).toContainText('1,250.5');
  await expect(facts).toContainText('31 Jan 2026');
  await expect(facts.getByRole('link', { name: 'own.example.com/a' })).toHaveAttribute('rel', /noopener/);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await field(page, 'Tier').selectOption('Silver');
  await field(page, 'Very important').selectOption('Yes');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(facts).toContainText('Silver');
  const history = page.locator('section', { has: page.getByRole('heading', { name: 'History' }) });
  await expect(history).toContainText('Tier');
  await expect(history).toContainText('Silver');

  await api.createCompany(`${word} two`, { own: { vatId: 'FR9', seats: 3 } });
  await api.createCompany(`${word} three`, { own: { vatId: 'DE77', seats: 70, tier: 'Silver' } });
  await page.goto(at(`app/companies?view=table&search=${encodeURIComponent(word)}`));
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Seats' }).check();
  await page.getByRole('checkbox', { name: 'Tier' }).check();
  await page.keyboard.press('Escape');
  const grid = page.getByRole('grid');
  await grid.getByRole('columnheader', { name: 'Seats' }).getByRole('button').first().click();
  await expect(grid.getByRole('row').nth(1)).toContainText('1,250.5');
  await expect(page).toHaveURL(/sort=-own\.seats/);
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('button', { name: 'VAT ID' }).click();
  await page.getByRole('textbox', { name: 'VAT ID contains' }).fill('de');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 companies').first()).toBeVisible();
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('button', { name: 'CSV' }).first().click();
    })(),
  ]);
  const text = await (await file.createReadStream()).toArray();
  expect(Buffer.concat(text).toString()).toContain('Seats');

  // A view keeps columns, order and filter.
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'Save this view' }).click();
  const saving = page.getByRole('dialog', { name: 'Save view' });
  await field(saving, 'Name').fill(`${word} view`);
  await saving.getByRole('button', { name: 'Save' }).click();
  await expect(saving).toBeHidden();
  await page.goto(at('app/companies'));
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: `${word} view` })
    .click();
  await expect(page).toHaveURL(/own\.vatId=de/);
  await expect(grid.getByRole('columnheader', { name: 'Tier' })).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Set field' }).click();
  const panel = page.getByRole('dialog', { name: /^Set field/ });
  await panel.getByLabel('Field').selectOption('Tier');
  await field(panel, 'Tier').selectOption('Gold');
  await panel.getByRole('button', { name: 'Preview' }).click();
  await expect(panel).toContainText('2 records change.');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Set field' }).click();
  await expect(toast(page, '2 done')).toBeVisible();
  await expect(grid.getByText('Gold')).toHaveCount(2);
});

test('every list has its fields in the form and on the page', async ({ page, at, api }) => {
  for (const list of lists) await addField(api, { list, key: 'place', label: `Place in ${list}` });
  const word = unique('Each');
  const company = await api.createCompany(word);
  const project = await api.createProject(company.id, word);
  const sub = await api.attachSubscription(project.id, word, 90);
  await api.call('POST', 'product/categories', { name: word });
  const product = await api.call<{ id: string }>('POST', 'product', { categoryName: word, name: word, status: 0 });
  const prd = await api.call<{ id: string }>('POST', 'project/product', {
    projectId: project.id,
    productId: product.id,
    status: 1,
    price: 5,
    cost: 3,
  });
  const [subscription] = await api.call<{ id: string }[]>('GET', `subscription?Search=${encodeURIComponent(word)}`);
  const pages = {
    company: `companies/${company.id}`,
    project: `projects/${project.id}`,
    projectProduct: `projects/${project.id}/prd/${prd.id}`,
    projectSubscription: `projects/${project.id}/sub/${sub.id}`,
    product: `products/${product.id}`,
    subscription: `subscriptions/${subscription?.id}`,
  };
  const tried = inFull(Object.keys(pages), ['projectSubscription', 'product']);
  for (const [list, path] of Object.entries(pages).filter(([list]) => tried.includes(list))) {
    await page.goto(at(`app/${path}/edit`));
    await field(page, `Place in ${list}`).fill(`Here in ${list}`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).toHaveURL(at(`app/${path}`));
    await expect(overview(page)).toContainText(`Here in ${list}`);
  }
});

test('a confidential field is for those who may see cost', async ({ page, at, api, browser, server }) => {
  await addField(api, { key: 'discount', label: 'Discount', kind: 'number', isConfidential: true });
  await addField(api, { list: 'projectSubscription', key: 'margin2', label: 'Secret', isConfidential: true });
  const company = await api.createCompany(unique('Quiet'), { own: { discount: 12 } });
  const project = await api.createProject(company.id, unique('Quiet'));
  const sub = await api.attachSubscription(project.id, unique('Quiet'), 90);
  const user = await addUser(api, 'Sam Support');
  await api.addModerator(company.id, user.email, support);
  await page.goto(at(`app/companies/${company.id}`));
  await expect(overview(page)).toContainText('Discount');
  const theirs = await (await browser.newContext()).newPage();
  await openAs(theirs, server, user, at(`app/companies/${company.id}`));
  await expect(overview(theirs)).toContainText('Support Email');
  await expect(theirs.getByText('Discount')).toHaveCount(0);
  await theirs.goto(at(`app/projects/${project.id}/sub/${sub.id}/edit`));
  await expect(field(theirs, 'Details')).toBeVisible();
  await expect(field(theirs, 'Secret')).toHaveCount(0);
  await field(theirs, 'Details').fill('Called');
  await theirs.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(theirs).toHaveURL(at(`app/projects/${project.id}/sub/${sub.id}`));
  await theirs.context().close();
});

test.describe('a German browser', () => {
  test.use({ alone: true, locale: 'de-DE' });

  test('finds the German labels of fields, in errors and in the history too', async ({ page, at, api }) => {
    await addField(api, { key: 'vatId', label: 'VAT ID', labelDe: 'USt-IdNr.', isRequired: true });
    await addField(api, { key: 'seats', label: 'Seats', labelDe: 'Plätze', kind: 'number' });
    const company = await api.createCompany(unique('Deutsch'), { own: { vatId: 'DE1', seats: 1250.5 } });
    await page.goto(at(`app/companies/${company.id}/edit`));
    await expect(field(page, 'Plätze')).toHaveValue('1250,5');
    await field(page, 'USt-IdNr.').fill('');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await expect(page.getByText('„USt-IdNr.“ muss ausgefüllt werden.')).toBeVisible();
    await field(page, 'USt-IdNr.').fill('DE2');
    await field(page, 'Plätze').fill('7,25');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await expect(page.getByRole('main')).toContainText('7,25');
    await expect(page.getByRole('main')).toContainText('USt-IdNr.');
    await page.goto(at('app/activity'));
    await expect(page.getByRole('main')).toContainText('Plätze');
    await page.goto(at('app/fields'));
    await expect(page.getByRole('heading', { level: 1, name: 'Felder' })).toBeVisible();
  });
});
