import { picture } from './support/files';
import { expect, expectAccessible, field, test, toast } from './support/test';
import { addUser, openAs } from './support/users';

// A user of its own for each test: what one changes, no other may trip over.
test.use({ signedIn: false });

test('a profile is saved, shown in the navigation and kept', async ({ page, at, server, api }) => {
  const user = await addUser(api, 'Grace');
  await openAs(page, server, user, at('app/account'));
  const form = page.getByRole('form', { name: 'Profile' });
  await field(form, 'Display Name').fill('Grace Hopper');
  await field(form, 'First Name').fill('Grace');
  await field(form, 'Gender').selectOption('Female');
  await form.getByRole('button', { name: 'Save profile' }).click();
  await expect(toast(page, 'Your profile is saved.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Grace Hopper/ })).toBeVisible();
  await page.reload();
  await expect(field(form, 'Display Name')).toHaveValue('Grace Hopper');
  await expect(field(form, 'Gender').locator('option:checked')).toHaveText('Female');
});

test.describe('edited elsewhere', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('a profile says what changed, and keeps mine on request', { tag: '@prove' }, async ({
    page,
    at,
    server,
    api,
  }) => {
    const user = await addUser(api, 'Edith');
    const elsewhere = await server.signIn(user.email, user.password);
    await openAs(page, server, user, at('app/account'));
    const form = page.getByRole('form', { name: 'Profile' });
    await field(form, 'First Name').fill('Mine');
    await elsewhere.call('PUT', 'account/profile', { displayName: 'Edith', gender: 0, firstName: 'Theirs' });
    // Another change of one's own does not answer for the form.
    await page.getByLabel('Photo file').setInputFiles(picture);
    await expect(page.getByRole('button', { name: 'Change photo' })).toBeVisible();

    const refused = page.waitForResponse((answer) => answer.status() === 409);
    await form.getByRole('button', { name: 'Save profile' }).click();
    await refused;
    await expect(form.getByRole('alert')).toContainText('First Name is now: Theirs');
    await form.getByRole('button', { name: 'Keep mine' }).click();
    await expect(toast(page, 'Your profile is saved.')).toBeVisible();
    expect(await elsewhere.call('GET', 'account')).toMatchObject({ firstName: 'Mine' });
  });
});

test('an address is saved and removed', { tag: '@prove' }, async ({ page, at, server, api }) => {
  const user = await addUser(api, 'Adele');
  const session = await server.signIn(user.email, user.password);
  await openAs(page, server, user, at('app/account'));
  const form = page.getByRole('form', { name: 'Address' });
  await form.getByRole('button', { name: 'Save address' }).click();
  await expect(form.getByText('Country field is required.')).toBeVisible();
  await field(form, 'Country').fill('Norway');
  await field(form, 'Province State').fill('Oslo');
  await form.getByRole('button', { name: 'Save address' }).click();
  await expect(toast(page, 'Your address is saved.')).toBeVisible();
  expect(await session.call('GET', 'account')).toMatchObject({ address: { country: 'Norway', provinceState: 'Oslo' } });

  await form.getByRole('button', { name: 'Remove address' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Your address is removed.')).toBeVisible();
  await expect(field(form, 'Country')).toHaveValue('');
  expect(await session.call('GET', 'account')).toMatchObject({ address: null });
});

test('a photo is shown in the navigation, and can be removed', async ({ page, at, server, api }) => {
  const user = await addUser(api, 'Vivian');
  await openAs(page, server, user, at('app/account'));
  const photo = page.getByRole('region', { name: 'Photo' });
  await photo.getByLabel('Photo file').setInputFiles(picture);
  const shown = page.getByRole('link', { name: /Vivian/ }).locator('img');
  await expect(shown).toBeVisible();
  expect(await shown.getAttribute('src')).toMatch(/^\/photo\/[0-9a-f]{64}$/);
  expect(await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(1);

  await photo.getByRole('button', { name: 'Remove photo' }).click();
  await expect(shown).toBeHidden();

  await photo.getByLabel('Photo file').setInputFiles({ ...picture, mimeType: 'image/svg+xml' });
  await expect(photo.getByText('This is not a JPEG, PNG or WebP image.')).toBeVisible();
});

test('a calendar has a private address, until there is a new one or it is ended', { tag: '@prove' }, async ({
  page,
  at,
  server,
  api,
}) => {
  const user = await addUser(api, 'Cala');
  await openAs(page, server, user, at('app/account?tab=notifications'));
  const calendar = page.getByRole('region', { name: 'Calendar' });
  const address = calendar.locator('code');
  const confirm = (verb: string) => page.getByRole('dialog').getByRole('button', { name: verb }).click();
  await calendar.getByRole('button', { name: 'Create calendar address' }).click();
  await expect(address).toContainText(/\/calendar\/[\w-]+\.ics$/);
  await expectAccessible(page);
  const first = (await address.textContent()) ?? '';
  const pathOf = (url: string) => `${server.url}calendar/${url.split('/').at(-1)}`;
  const feed = await page.request.get(pathOf(first));
  expect([feed.status(), (await feed.text()).slice(0, 15)]).toEqual([200, 'BEGIN:VCALENDAR']);

  await calendar.getByRole('button', { name: 'Create new calendar address' }).click();
  await confirm('Create new calendar address');
  await expect(address).not.toHaveText(first);
  const second = (await address.textContent()) ?? '';
  expect((await page.request.get(pathOf(first))).status()).toBe(404);

  await calendar.getByRole('button', { name: 'Remove calendar address' }).click();
  await confirm('Remove calendar address');
  await expect(address).toHaveCount(0);
  await expect(calendar.getByText('Your calendar has no address yet.')).toBeVisible();
  expect((await page.request.get(pathOf(second))).status()).toBe(404);
});
