import type { Page } from '@playwright/test';
import { type Server, startServer } from './support/server';
import { test as base, closeToast, expect, expectAccessible, field, toast } from './support/test';
import { addUser, openAs } from './support/users';

const test = base.extend<object, { server: Server }>({
  server: [
    async ({ basePath }, use) => {
      const server = await startServer(basePath, 'localhost');
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

test.use({ signedIn: false, alone: true });

/** Gives the browser a device that keeps passkeys and verifies its user, as phones and laptops do. */
async function addDevice(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether the finger is the right one. */
    verify: (isUserVerified: boolean) => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    forget: () => session.send('WebAuthn.clearCredentials', { authenticatorId }),
  };
}

const withPasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });
const dashboard = (page: Page) => page.getByRole('link', { name: 'Dashboard' });

test.describe('a passkey', () => {
  test.use({ expectedErrors: /status of 401/ });

  test('is added, named, signs in alone and as a second step, and is removed', async ({ page, at, api, server }) => {
    const user = await addUser(api, 'Keyholder');
    const device = await addDevice(page);
    await openAs(page, server, user, at('app/account?tab=security'));
    const section = page.getByRole('region', { name: 'Passkeys' });
    const dialog = page.getByRole('dialog');
    await expect(section.getByText('No passkeys yet.')).toBeVisible();
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(field(dialog, 'Name')).toHaveValue(/^Chrome on /);
    await expectAccessible(page);
    await field(dialog, 'Name').fill('<b onclick=x>Laptop');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveCount(10);
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await closeToast(page, 'Your passkey is added.'); // it would not be spoken again after the next dialog
    await expect(section.getByText('<b onclick=x>Laptop')).toBeVisible();
    await expect(section.getByText('not used yet')).toBeVisible();
    const factor = page.getByRole('region', { name: 'Second factor' });
    await expect(
      factor.getByText('A passkey is asked for after your password. 10 recovery codes are left.'),
    ).toBeVisible();
    await section.getByRole('button', { name: /^Rename / }).click();
    await field(dialog, 'Name').fill('Laptop');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(section.getByText('Laptop', { exact: true })).toBeVisible();
    await expectAccessible(page);

    // One device has one passkey of an account.
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(toast(page, 'This device has a passkey for your account already.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    // Without a password, by the keyboard alone.
    await page.goto(at('app/logout'));
    await expect(withPasskey(page)).toBeVisible();
    await expectAccessible(page);
    await withPasskey(page).press('Enter');
    await expect(dashboard(page)).toBeVisible();
    await page.goto(at('app/account?tab=security'));
    await expect(section.getByText('Last used')).toBeVisible();

    // The password asks for the passkey as its second step; a wrong finger does not do.
    await page.goto(at('app/logout'));
    await field(page, 'Email').fill(user.email);
    await field(page, 'Password').fill(user.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
    await device.verify(false);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(toast(page, 'No passkey was used.')).toBeVisible();
    await device.verify(true);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(dashboard(page)).toBeVisible();

    await page.goto(at('app/account?tab=security'));
    await section.getByRole('button', { name: 'Remove Laptop' }).click();
    await expect(dialog.getByText('Your password alone signs in then')).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(toast(page, 'Your passkey is removed.')).toBeVisible();
    await expect(section.getByText('No passkeys yet.')).toBeVisible();
    await expect(factor.getByText('Off')).toBeVisible();

    // The device has it still, and the server does not know it.
    await page.goto(at('app/logout'));
    await withPasskey(page).click();
    await expect(toast(page, 'This passkey is not known here')).toBeVisible();
    await device.forget();
  });
});

test('an administrator removes the second factors of somebody who lost them', async ({ page, at, api, server }) => {
  const user = await addUser(api, 'Careless');
  await addDevice(page);
  await openAs(page, server, user, at('app/account?tab=security'));
  const section = page.getByRole('region', { name: 'Passkeys' });
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(toast(page, 'Your passkey is added.')).toBeVisible();
  await page.goto(at('app/logout'));
  await expect(withPasskey(page)).toBeVisible();

  const { email, password } = { email: 'ada@example.com', password: 'Lovelace-1815' };
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dashboard(page)).toBeVisible();
  await page.goto(at(`app/users/${user.email}`));
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Remove second factors' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Careless has no second factor any more.')).toBeVisible();
  const answer = await server.signIn(user.email, user.password);
  expect(await answer.call('GET', 'account/passkey')).toEqual([]);
});
