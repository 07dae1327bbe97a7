import { expect, expectAccessible, heldToast, test, toast, unique } from './support/test';
import { addUser, openAs } from './support/users';

const none = 0;

test('a note is written, mentions somebody who is told, is pinned, edited, removed and brought back', async ({
  page,
  at,
  api,
  browser,
  server,
}) => {
  const company = await api.createCompany(unique('Noted'));
  const reader = await addUser(api, 'Nora Noted');
  await api.call('POST', 'company/moderator', { id: company.id, userEmail: reader.email, role: none });
  await page.goto(at(`app/companies/${company.id}`));
  const notes = page.locator('section', { has: page.getByRole('heading', { level: 2, name: 'Notes' }) });
  await expect(notes.getByText('No notes yet')).toBeVisible();
  const box = notes.getByRole('textbox', { name: 'New note' });
  await box.pressSequentially('Called them, see https://example.com/offer @Nora');
  await page.getByRole('option', { name: /Nora Noted/ }).click();
  await expectAccessible(page);

  // Another person looks at the page, and sees the note without a reload.
  const theirs = await (await browser.newContext()).newPage();
  await openAs(theirs, server, reader, at(`app/companies/${company.id}`));
  await expect(theirs.getByText('No notes yet')).toBeVisible();
  await notes.getByRole('button', { name: 'Add note' }).click();
  await expect(notes.getByRole('listitem')).toContainText('@Nora Noted');
  await expect(theirs.getByRole('link', { name: 'https://example.com/offer' })).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Pin note' })).toHaveCount(0);
  await theirs.goto(at('app/notifications'));
  await theirs.getByRole('row', { name: /Called them/ }).click();
  await expect(theirs).toHaveURL(at(`app/companies/${company.id}`));

  await notes.getByRole('button', { name: 'Pin note' }).click();
  await expect(notes.getByText('Pinned')).toBeVisible();
  await notes.getByRole('button', { name: 'Edit note' }).click();
  const edited = notes.getByRole('textbox', { name: 'Edit note' });
  await edited.fill('word'.repeat(100));
  expect(await notes.evaluate((section) => section.scrollWidth - section.clientWidth)).toBe(0);
  await edited.fill('They will renew.');
  await notes.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'The note is saved.')).toBeVisible();
  await expect(notes.getByRole('listitem')).toContainText('They will renew.');
  await expect(notes.getByRole('listitem')).toContainText('edited');

  await notes.getByRole('button', { name: 'Remove note' }).click();
  const removed = await heldToast(page, 'The note is removed.');
  await expect(notes.getByText('No notes yet')).toBeVisible();
  await removed.getByRole('button', { name: 'Undo' }).click();
  await expect(notes.getByRole('listitem')).toContainText('They will renew.');

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('will renew');
  await expect(page.getByRole('option', { name: /They will renew/ })).toBeVisible();
  await theirs.context().close();
});
