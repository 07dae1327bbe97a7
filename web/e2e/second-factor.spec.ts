import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, field, test, toast } from './support/test';
import { addUser, openAs } from './support/users';

test.use({ signedIn: false });

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator app shows: RFC 6238. `later` counts codes from the present one. */
function codeOf(secret: string, later = 0): string {
  let bits = '';
  for (const digit of secret) bits += digits.indexOf(digit).toString(2).padStart(5, '0');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const hash = createHmac('sha1', key).update(step).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function signIn(page: Page, address: string, { email, password }: { email: string; password: string }) {
  await page.goto(address);
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test.describe('an authenticator app', () => {
  test.use({ expectedErrors: /status of (400|401)/ });

  test('is set up, asked for, replaced by a recovery code, and removed', async ({ page, at, api }) => {
    const user = await addUser(api, 'Twofold');
    await signIn(page, at('login'), user);
    await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await page.goto(at('app/account?tab=security'));
    const section = page.getByRole('region', { name: 'Second factor' });
    await expect(section.getByText('Off')).toBeVisible();
    await section.getByRole('button', { name: 'Set up authenticator app' }).click();
    const dialog = page.getByRole('dialog');
    await field(dialog, 'Current Password').fill('Wrong-Password-1');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('Current Password is wrong.').first()).toBeVisible();
    await field(dialog, 'Current Password').fill(user.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByRole('img', { name: 'QR code for the app' })).toBeVisible();
    await expectAccessible(page);
    const secret = (await dialog.locator('code').textContent()) ?? '';
    await field(dialog, 'Code').fill(codeOf(secret));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
    const recovery = await dialog.getByRole('listitem').allInnerTexts();
    expect(recovery).toHaveLength(10);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await expect(section.getByText('10 recovery codes are left.')).toBeVisible();

    // The keyboard alone signs in; the code that was used up is refused, the next one is right.
    await page.goto(at('app/logout'));
    await signIn(page, at('login'), user);
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await expectAccessible(page);
    await field(page, 'Code').fill('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').getByText('This code is wrong')).toBeVisible();
    await field(page, 'Code').fill(codeOf(secret, 1));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();

    await page.goto(at('app/logout'));
    await signIn(page, at('login'), user);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await field(page, 'Code').fill(recovery[0]?.toLowerCase() ?? '');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();

    await page.goto(at('app/account?tab=security'));
    await expect(section.getByText('9 recovery codes are left.')).toBeVisible();
    await section.getByRole('button', { name: 'Remove app' }).click();
    await field(dialog, 'Current Password').fill(user.password);
    await dialog.getByRole('button', { name: 'Remove app' }).click();
    await expect(toast(page, 'Your second factor is removed.')).toBeVisible();
    await expect(section.getByText('Off')).toBeVisible();
  });
});

test('sessions are listed and ended', async ({ page, at, server, api }) => {
  const user = await addUser(api, 'Everywhere');
  const elsewhere = await server.signIn(user.email, user.password);
  const third = await server.signIn(user.email, user.password);
  await openAs(page, server, user, at('app/account?tab=security'));
  const rows = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'This one' })).toHaveCount(1);
  await expectAccessible(page);
  await rows
    .getByRole('button', { name: /^End the session/ })
    .first()
    .click();
  await expect(toast(page, 'The session has ended.')).toBeVisible();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
  await expect(toast(page, 'All other sessions have ended.')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(elsewhere.call('GET', 'account')).rejects.toThrow(/401/);
  await expect(third.call('GET', 'account')).rejects.toThrow(/401/);
});
