import { expect, expectAccessible, field, test, toast } from './support/test';
import { addUser, inviteUser, openAs, someAddress } from './support/users';

const newPassword = 'Difference-Engine-2';

test.describe('signed out', () => {
  test.use({ signedIn: false });

  test('a forgotten password is reset through the mailed link, once', async ({ page, at, server, api }) => {
    const user = await addUser(api, 'Forgetful');
    await page.goto(at('login'));
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page).toHaveURL(at('resetPass'));
    await field(page, 'Email').fill(user.email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(toast(page, 'Password reset link is sent successfully!')).toBeVisible();
    await expect(
      page.getByText(
        "You're request is sent successfully! You will receive an email to reset password if the email is registered.",
      ),
    ).toBeVisible();

    const link = await server.linkInMail(user.email);
    await page.goto(link);
    await expect(field(page, 'Confirm New Password')).toHaveAttribute('aria-required', 'true');
    // The token is out of the address, the history and the storage; after a reload the mail has to help.
    await expect(page).toHaveURL(at(`changePassword?email=${encodeURIComponent(user.email)}`));
    const token = new URL(link).searchParams.get('token');
    const kept = () => JSON.stringify([location.href, document.referrer, history.state, sessionStorage, localStorage]);
    expect(await page.evaluate(kept)).not.toContain(token);
    await page.reload();
    await expect(page.getByText(`Please open the link in the mail to ${user.email} again`)).toBeVisible();
    await page.goto(link);
    await field(page, 'New Password').fill(newPassword);
    await field(page, 'Confirm New Password').fill('something else');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText("Passwords don't match.")).toBeVisible();
    await field(page, 'Confirm New Password').fill(newPassword);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(toast(page, 'Password reset successfully!')).toBeVisible();
    await expect(page.getByText("You're password is reset successfully!")).toBeVisible();

    await page.getByRole('link', { name: 'Login' }).click();
    await expect(page).toHaveURL(at('login'));
    await server.signIn(user.email, newPassword);
    await expect(server.signIn(user.email, user.password)).rejects.toThrow('401');
  });

  test('an unknown address gets the same answer and no mail', async ({ page, at, server }) => {
    const address = someAddress();
    await page.goto(at('resetPass'));
    await field(page, 'Email').fill(address);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText("You're request is sent successfully!")).toBeVisible();
    expect(await server.mailsTo(address)).toEqual([]);
  });

  test('an invited user sets a password by the link and signs in', async ({ page, at, server, api }) => {
    const email = someAddress();
    await api.createUser(email, 'Invited');
    await page.goto(await server.linkInMail(email));
    await field(page, 'New Password').fill(newPassword);
    await field(page, 'Confirm New Password').fill(newPassword);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('link', { name: 'Login' }).click();
    await field(page, 'Email').fill(email);
    await field(page, 'Password').fill(newPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(toast(page, 'Welcome, Invited!')).toBeVisible();
    await expect(page).toHaveURL(at('app/dashboard'));
  });

  test.describe('with a used link', () => {
    test.use({ expectedErrors: /status of 422/ });

    test('the form says why it is refused', async ({ page, server, api }) => {
      const user = await inviteUser(server, api, 'Late');
      await page.goto(await server.linkInMail(user.email));
      await field(page, 'New Password').fill(newPassword);
      await field(page, 'Confirm New Password').fill(newPassword);
      await page.getByRole('button', { name: 'Set password' }).click();
      await expect(page.getByRole('alert')).toContainText(/link|token/i);
      await server.signIn(user.email, user.password);
    });
  });
});

test.describe('signed in', () => {
  test.use({ alone: true });

  test('a mailed link says whose it is, and is used after signing out', async ({ page, at, server, api }) => {
    const email = someAddress();
    await api.createUser(email, 'Invited');
    await page.goto(await server.linkInMail(email));
    await expect(page.getByText(`This link is for ${email}.`)).toBeVisible();
    await expect(page.getByText(/You are signed in as .*\(.+@.+\)/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Stay signed in' }).click();
    await expect(page).toHaveURL(at('app/dashboard'));
    await page.goBack();

    await page.getByRole('button', { name: 'Sign out and use the link' }).click();
    await expect(page.getByText(`For ${email}.`)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('SessionAuthKey'))).toBeNull();
    await field(page, 'New Password').fill(newPassword);
    await field(page, 'Confirm New Password').fill(newPassword);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText("You're password is reset successfully!")).toBeVisible();
    await expect(page).toHaveURL(at('changePassword'));
    await server.signIn(email, newPassword);
  });
});

test.describe('changing the password', () => {
  test.use({ signedIn: false, expectedErrors: /status of 40[01]/ });

  test('asks for the current one, and ends the other sessions', async ({ page, at, server, api }) => {
    const user = await addUser(api, 'Careful');
    const elsewhere = await server.signIn(user.email, user.password);
    await openAs(page, server, user, at('app/account?tab=security'));

    const form = page.getByRole('form', { name: 'Change password' });
    await field(form, 'Current Password').fill('Wrong-Passw0rd');
    await field(form, 'New Password').fill(newPassword);
    await field(form, 'Confirm New Password').fill(newPassword);
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect(field(form, 'Current Password')).toBeFocused();
    await expect(field(form, 'Current Password')).toHaveAttribute('aria-invalid', 'true');

    await field(form, 'Current Password').fill(user.password);
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect.poll(() => elsewhere.call('GET', 'account').catch((error: Error) => error.message)).toContain('401');
    await page.reload();
    await expect(page).toHaveURL(at('app/account?tab=security'));
    await server.signIn(user.email, newPassword);
  });
});
