import type { Page } from '@playwright/test';
import { expect, expectAccessible, heldToast, test, toast, unique } from './support/test';
import { addUser, openAs } from './support/users';

const support = 3;

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n');
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function documentsOf(page: Page) {
  return page.locator('section', { has: page.getByRole('heading', { level: 2, name: 'Documents' }) });
}

/** Drops a file somewhere on the page, as the desktop does. */
async function dropFile(page: Page, name: string, content: string) {
  const files = await page.evaluateHandle(
    ([fileName, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text as string], fileName as string));
      return data;
    },
    [name, content],
  );
  await page.locator('h1').dispatchEvent('dragover', { dataTransfer: files });
  await page.locator('h1').dispatchEvent('drop', { dataTransfer: files });
}

test('a document is dropped, shown, edited, removed and brought back, and confidential ones stay hidden', async ({
  page,
  at,
  api,
  browser,
  server,
}) => {
  const company = await api.createCompany(unique('Filed'));
  const reader = await addUser(api, 'Rita Reader');
  await api.addModerator(company.id, reader.email, support);
  await page.goto(at(`app/companies/${company.id}`));
  const documents = documentsOf(page);
  await expect(documents.getByText('No documents yet')).toBeVisible();

  // Another person looks at the page, and sees the document without a reload.
  const theirs = await (await browser.newContext()).newPage();
  await openAs(theirs, server, reader, at(`app/companies/${company.id}`));
  await expect(documentsOf(theirs).getByText('No documents yet')).toBeVisible();
  await expect(documentsOf(theirs).getByRole('button', { name: 'Add files' })).toHaveCount(0);

  await dropFile(page, 'agreed.txt', 'Agreed on the phone.');
  await expect(toast(page, /agreed\.txt.* is added/)).toBeVisible();
  await expect(documentsOf(theirs).getByRole('listitem')).toContainText('agreed.txt');
  await documents.getByLabel('Confidential: only for people who may see cost').check();
  await documents.getByLabel('Files to add').setInputFiles([
    { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: `${'a scanned '.repeat(20)}stamp.png`, mimeType: 'image/png', buffer: picture },
  ]);
  await expect(documents.getByRole('listitem')).toHaveCount(3);
  await expect(documents.getByText('Confidential', { exact: true })).toHaveCount(2);
  await expectAccessible(page);
  await theirs.reload();
  await expect(documentsOf(theirs).getByRole('listitem')).toHaveCount(1);
  await documentsOf(theirs)
    .getByRole('button', { name: /Open .*agreed\.txt/ })
    .click();
  await expect(theirs.getByRole('dialog')).toContainText('Agreed on the phone.');

  await documents.getByRole('button', { name: /Open .*agreed\.txt/ }).click();
  await expect(page.getByRole('dialog')).toContainText('Agreed on the phone.');
  await expectAccessible(page);
  // Toasts of the files that were added may stand in the dialog as well, each with a button of the same name.
  await page.getByRole('dialog').locator('header').getByRole('button', { name: 'Close' }).click();
  await documents.getByRole('button', { name: /Open .*stamp\.png/ }).click();
  await expect(page.getByRole('dialog').getByRole('img')).toHaveJSProperty('naturalWidth', 1);
  // Its name is longer than the dialog is wide.
  expect(await page.getByRole('dialog').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
  await page.keyboard.press('Escape');
  await documents.getByRole('button', { name: /Open .*invoice\.pdf/ }).click();
  // The browser of the tests may be one without a viewer.
  await expect(page.getByRole('dialog').locator('iframe, [role=alert]')).toBeVisible();
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await documents.getByRole('button', { name: /Download .*invoice\.pdf/ }).click();
  expect((await download).suggestedFilename()).toBe('invoice.pdf');

  await documents.getByRole('button', { name: /Edit .*agreed\.txt/ }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('phone call.txt');
  await form.getByLabel('Details').fill('With the owner');
  await form.getByLabel('Confidential').check();
  await form.getByRole('button', { name: 'Save' }).click();
  const line = documents.getByRole('listitem').filter({ hasText: 'phone call.txt' });
  await expect(line).toContainText('With the owner');

  // It leaves the page of the other person, who has it open, and its address answers as that of no document.
  await expect(documentsOf(theirs).getByText('No documents yet')).toBeVisible();
  await expect(theirs.getByRole('dialog')).toHaveCount(0);
  await theirs.context().close();
  const { call } = await server.signIn(reader.email, reader.password);
  const secret = await api.call<{ id: string }[]>('GET', `document?Entity=company&EntityId=${company.id}`);
  expect(secret).toHaveLength(3);
  for (const { id } of [...secret, company]) {
    await expect(call('GET', `document/${id}/content?Inline=true`)).rejects.toThrow(/: 404 .*"code":"notFound"/);
  }

  await documents.getByRole('button', { name: /Remove .*phone call\.txt/ }).click();
  const removed = await heldToast(page, /phone call\.txt.* is removed/);
  await expect(line).toHaveCount(0);
  await removed.getByRole('button', { name: 'Undo' }).click();
  await expect(line).toBeVisible();
});

test.describe('a file that is refused', () => {
  test.use({ expectedErrors: /document/ });

  test('says why and what to do, and can be taken from the list', async ({ page, at, api }) => {
    const company = await api.createCompany(unique('Refused'));
    await page.goto(at(`app/companies/${company.id}`));
    const documents = documentsOf(page);
    const input = documents.getByLabel('Files to add');
    await input.setInputFiles({ name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) });
    await expect(documents.getByRole('alert')).toContainText('The file is empty. Choose another one.');
    await documents.getByRole('button', { name: /Do not add/ }).click();
    await page.route('**/api/v1/document?*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await input.setInputFiles({ name: 'offline.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await expect(documents.getByRole('alert')).toContainText('The connection broke off');
    await page.unroute('**/api/v1/document?*');
    await documents.getByRole('button', { name: 'Try again' }).click();
    await expect(documents.getByRole('listitem')).toContainText('offline.txt');
    await expect(documents.getByRole('alert')).toHaveCount(0);
  });
});
