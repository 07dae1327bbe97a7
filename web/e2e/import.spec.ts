import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { importedKind, importLabels } from '../src/import/fields';
import { attachSubscription, projectWithCatalogue } from './support/projects';
import { expect, expectAccessible, heldToast, overview, test, toast, unique, visit } from './support/test';
import { addUser, openAs } from './support/users';

/** Chooses a file on the page of an import, and waits until it is read. */
async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content;
  await page.getByLabel('File to import').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

function rowOf(page: Page, text: string) {
  return page.getByRole('table', { name: 'Rows' }).getByRole('row').filter({ hasText: text });
}

async function downloaded(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return readFile(await (await download).path(), 'utf8');
}

async function apply(page: Page, news: string): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await heldToast(page, news);
}

async function undo(page: Page, news: string): Promise<void> {
  await (await heldToast(page, news)).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, /undone/)).toBeVisible();
}

test('a file of a spreadsheet program: semicolons, Windows-1252, columns corrected, applied, undone', async ({
  page,
  at,
  api,
}) => {
  const { id, name } = await api.createCompany(unique('Kunde'), { details: 'alt' });
  const added = unique('Müller & Söhne');
  const text = `Kunde;E-Mail;Notiz\r\n${name};office@kunde.example;"neu; für uns"\r\n${added};;\r\n`;
  await page.goto(at('app/companies'));
  await page.getByRole('link', { name: 'Import' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import companies' })).toBeVisible();
  await expectAccessible(page);
  await choose(page, 'kunden.csv', Buffer.from(text, 'latin1'));

  // Neither heading is known: without a name every row is refused.
  await expect(page.getByText('kunden.csv: 2 rows.')).toBeVisible();
  await page.getByLabel('Column Kunde').selectOption('Name');
  await page.getByLabel('Column E-Mail').selectOption('Support Email');
  await page.getByLabel('Column Notiz').selectOption('Details');
  await page.getByRole('button', { name: 'Compare again' }).click();
  await expect(page.getByText('Adds 1 company. Changes 1 company.')).toBeVisible();
  await expect(rowOf(page, name).locator('ins').first()).toBeVisible();
  await expect(rowOf(page, added)).toContainText('Added');
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByLabel('Column Notiz')).toHaveValue('details');
  await apply(page, 'Import companies: 2 done.');
  await expect(page.getByText('2 rows are imported.')).toBeVisible();
  await expectAccessible(page);
  expect(await api.call<object>('GET', `company/${id}`)).toMatchObject({
    supportEmail: 'office@kunde.example',
    details: 'neu; für uns',
  });
  await undo(page, 'Import companies: 2 done.');
  await expect(page.getByText('This import was taken back')).toBeVisible();
  await expect(page.getByText('rows are imported')).toBeHidden();
  await page.goto(at(`app/companies/${id}`));
  await expect(overview(page).getByText('alt', { exact: true })).toBeVisible();
});

test('what is exported changes nothing when it is imported again', { tag: '@prove' }, async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api, unique('Again'));
  await attachSubscription(api, project, 30, { price: 19.99, noticeDays: 14 });
  const lists = {
    company: 'company/export',
    project: 'project/export',
    product: 'product/export',
    subscription: 'subscription/export',
    user: 'UserManagement/export',
    projectSubscription: `project/subscription/export?SubscriptionId=${project.subscription.id}`,
  };
  for (const [list, path] of Object.entries(lists)) {
    const csv = await page.request.get(at(`../api/v1/${path}`), {
      headers: { Authorization: `Bearer ${api.token}` },
    });
    expect(csv.ok(), list).toBe(true);
    await page.goto(at(`app/import?list=${list}`));
    await choose(page, `${list}.csv`, await csv.body());
    await expect(page.getByText('Nothing would change.'), list).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refused 0' }), list).toBeVisible();
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0);
  }
});

test('hostile cells stay text, and refused rows say why', async ({ page, at, api }) => {
  const markup = `<img src=x onerror="document.title='taken'"> ${unique('Bad')}`;
  const formula = unique("=HYPERLINK('x') ");
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const rows = [
    ['Name', 'Details', 'Support Email'],
    [markup, formula, ''],
    ['', 'no name', ''],
    [unique('Named'), '', 'nonsense'],
  ];
  await page.goto(at('app/import?list=company'));
  await choose(page, `<b>${unique('file')}</b>.csv`, rows.map((cells) => cells.map(quote).join(',')).join('\n'));
  await expect(page.getByText('Adds 1 company.')).toBeVisible();
  await expect(page.getByText(/^2 rows are refused and left out/)).toBeVisible();
  await expect(rowOf(page, markup)).toContainText(formula);
  await page.getByRole('button', { name: 'Refused 2' }).click();
  await expect(page).toHaveURL(/state=refused/);
  await expect(rowOf(page, markup)).toHaveCount(0);
  await expect(page.getByText('Name field is required.')).toBeVisible();
  await expect(page.getByText('Support Email value is not an email format.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Refused 2' })).toHaveAttribute('aria-pressed', 'true');

  const refused = await downloaded(page, 'Download refused rows');
  expect(refused).toContain('Name,Details,Support Email,Reasons');
  expect(refused).toContain('Name field is required.');
  await page.getByRole('button', { name: /^All/ }).click();
  await apply(page, 'Import companies: 1 done');
  await page.getByRole('link', { name: 'Open Companies' }).click();
  // Other specs add companies at the same time: on an unfiltered page this one may be the hundredth.
  await page.getByRole('searchbox', { name: 'Search companies' }).fill(markup);
  await expect(page.getByRole('link', { name: markup }).first()).toBeVisible();
  expect(await page.title()).not.toBe('taken');
  const [made] = await api.call<{ details: string }[]>('GET', `company?Search=${encodeURIComponent(markup)}`);
  expect(made?.details).toBe(formula);
});

test.describe('failures', () => {
  // Chromium reports refused requests.
  test.use({ expectedErrors: /status of 40[04]/ });

  test('files that can not be read say so, and the next one is taken', { tag: '@prove' }, async ({ page, at }) => {
    await page.goto(at('app/import?list=project'));
    const refusal = page.getByRole('alert');
    await choose(page, 'empty.csv', '');
    await expect(refusal).toContainText('empty.csv was not imported. Nothing was changed.');
    await expect(refusal).toContainText('begin with the template');
    await choose(page, 'broken.xlsx', Buffer.from('PK\u0003\u0004 not a workbook', 'latin1'));
    await expect(refusal).toContainText('broken.xlsx was not imported.');
    await expect(refusal).toContainText('Correct the file and choose it again.');
    await expectAccessible(page);
    // By key, as by mouse.
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose file' }).press('Enter');
    await (await chooser).setFiles({ name: 'ok.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\nx\n') });
    await expect(page.getByText('ok.csv: 1 row.')).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(at('app/import?list=project'));
    await expect(page.getByText('Drop a file here, or choose one')).toBeVisible();
  });

  test('a file is dropped; an import that is gone says so', { tag: '@prove' }, async ({ page, at }) => {
    await page.goto(at('app/import?list=company'));
    const transfer = await page.evaluateHandle(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File(['Name\nDropped\n'], 'dropped.csv', { type: 'text/csv' }));
      return dropped;
    });
    const zone = page.getByText('Drop a file here, or choose one');
    await zone.dispatchEvent('dragover', { dataTransfer: transfer });
    await zone.dispatchEvent('drop', { dataTransfer: transfer });
    await expect(page.getByText('dropped.csv: 1 row.')).toBeVisible();
    await page.goto(at('app/import?list=company&id=019a8405-6c00-7c3e-9a41-2f6f0d5b8e10'));
    await expect(page.getByText('This import is gone')).toBeVisible();
    await page.getByRole('link', { name: 'Import another file' }).click();
    await expect(zone).toBeVisible();
  });
});

test('every list leads to its import, whose template has the fields that columns can set', { tag: '@prove' }, async ({
  page,
  at,
}) => {
  const lists = {
    company: 'companies',
    project: 'projects',
    product: 'products',
    subscription: 'subscriptions',
    user: 'users',
    projectSubscription: 'renewals',
  };
  await page.goto(at('app/dashboard'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const [list, path] of Object.entries(lists)) {
    await visit(page, at(`app/${path}`));
    // An empty list offers it twice.
    await page.getByRole('main').getByRole('link', { name: 'Import' }).first().click();
    await expect(page).toHaveURL(at(`app/import?list=${list}`));
    const headings = (await downloaded(page, 'Download template')).trim();
    expect(headings).toBe(Object.values(importLabels(importedKind(list))).join(','));
  }
});

test('others than administrators import what they may change', async ({ page, at, api, server }) => {
  const project = await projectWithCatalogue(api, unique('Theirs'));
  const manager = await addUser(api, unique('Manager'));
  await api.addModerator(project.company.id, manager.email, 2);
  await openAs(page, server, manager, at('app/import?list=user'));
  await expect(page.getByText('Only administrators work here')).toBeVisible();
  await page.goto(at('app/import?list=project'));
  const added = unique('Added');
  await choose(page, 'projects.csv', `Company,Name\n${project.company.name},${added}\nNobody Inc,Foreign\n`);
  await expect(page.getByText('Adds 1 project.')).toBeVisible();
  await expect(rowOf(page, 'Foreign')).toContainText('Refused');
  await apply(page, 'Import projects: 1 done');
  await expect(page.getByText(/^1 row is imported/)).toBeVisible();
});
