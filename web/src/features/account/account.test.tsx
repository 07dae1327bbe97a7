import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '@/paths';
import { mailedLink } from '@/session/arrival';
import { beginSession, currentAccount, signOut } from '@/session/session';
import { chosenLanguage } from '@/shared/language';
import { notify } from '@/shared/toast';
import { renderAt } from '@/testApp';
import { serve } from '@/testServer';
import { AccountPage } from './AccountPage';
import { RequestResetForm, ResetPasswordForm } from './signIn/ResetForms';
import { LoginForm } from './signIn/SignInForms';

const ada = {
  email: 'ada@example.com',
  displayName: 'Ada',
  firstName: null,
  lastName: null,
  gender: 0 as const,
  phoneNumber: null,
  photoUrl: null,
  address: null,
  isAdmin: true,
  isClient: false,
  language: null,
  needsSecondFactor: false,
  noMailServer: false,
  version: 3,
};
const token = `h.${btoa(JSON.stringify({ sub: 'ada', iat: 0, exp: 28_800 }))}.s`;
const good = 'Lovelace-1815';

const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`));
const press = (name: string) => screen.getByRole('button', { name });

/** An error answer as the server writes it. */
function refusal(status: number, body: object): () => Response {
  return () => Response.json({ status, ...body }, { status });
}

beforeEach(() => {
  vi.spyOn(notify, 'success');
  vi.spyOn(notify, 'welcome');
});

afterEach(async () => {
  cleanup();
  serve({ 'GET /account/logout': {} });
  await signOut();
  mailedLink.set(null);
});

describe('sign-in', () => {
  it('begins a session by Enter, and welcomes by name', async () => {
    const calls = serve({ 'POST /account/login': { ...ada, token } });
    const { user } = renderAt(paths.login(), <LoginForm />);
    expect(field('Email')).toHaveFocus();
    await user.keyboard('ada@example.com{Tab}');
    expect(field('Password')).toHaveFocus();
    await user.keyboard('secret-1{Enter}');
    await waitFor(() => expect(currentAccount()?.displayName).toBe('Ada'));
    const sent = calls.find(({ request }) => request === 'POST /account/login');
    expect(sent?.body).toEqual({ email: 'ada@example.com', password: 'secret-1' });
    expect(notify.welcome).toHaveBeenCalledWith('Welcome, Ada!');
  });

  it('leads to the setup of an installation that has no administrator', async () => {
    serve({ 'GET /setup': { needed: true } });
    renderAt(paths.login(), <LoginForm />);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull());
  });

  it('says what is wrong in its place, goes there, and asks nobody', async () => {
    const calls = serve({});
    const { user } = renderAt(paths.login(), <LoginForm />);
    await user.type(field('Email'), 'ada');
    await user.click(press('Sign in'));
    expect(field('Email')).toHaveAccessibleDescription('Email value is not an email format.');
    expect(field('Email')).toHaveFocus();
    expect(field('Password')).toHaveAccessibleDescription('Password field is required.');
    expect(field('Password')).toBeInvalid();
    expect(calls.map(({ request }) => request)).toEqual(['GET /setup']);
  });

  it('calls a password that is too short wrong', async () => {
    const short = { errors: { Password: ['Password length must be at least 6.'] } };
    serve({ 'POST /account/login': refusal(400, short) });
    const { user } = renderAt(paths.login(), <LoginForm />);
    await user.type(field('Email'), 'ada@example.com');
    await user.type(field('Password'), 'abc');
    await user.click(press('Sign in'));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Email or password is wrong\.$/);
    expect(field('Password')).toBeValid();
  });

  it('keeps what is typed when it is refused', async () => {
    serve({ 'POST /account/login': refusal(401, { error: 'Email or password is wrong.' }) });
    const { user } = renderAt(paths.login(), <LoginForm />);
    await user.type(field('Email'), 'ada@example.com');
    await user.type(field('Password'), ' secret-1 ');
    await user.click(press('Sign in'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Email or password is wrong.');
    expect(field('Email')).toHaveValue('ada@example.com');
    expect(field('Password')).toHaveValue(' secret-1 ');
    expect(currentAccount()).toBeNull();
  });

  it('shows the password when asked to, and hides it again', async () => {
    const { user } = renderAt(paths.login(), <LoginForm />);
    expect(field('Password')).toHaveAttribute('type', 'password');
    await user.click(press('Show what is typed'));
    expect(field('Password')).toHaveAttribute('type', 'text');
    await user.click(press('Hide what is typed'));
    expect(field('Password')).toHaveAttribute('type', 'password');
  });

  it('leads to the reset of a password', async () => {
    const { user, router } = renderAt(paths.login(), <LoginForm />);
    await user.click(screen.getByRole('link', { name: 'Forgot your password?' }));
    expect(router.state.location.pathname).toBe(paths.resetPass());
  });
});

describe('the request of a reset link', () => {
  it('says that the link is sent, whoever asks', async () => {
    const calls = serve({ 'POST /account/requestPassReset': {} });
    const { user } = renderAt(paths.resetPass(), <RequestResetForm />);
    await user.type(field('Email'), 'ada@example.com{Enter}');
    expect(await screen.findByRole('status')).toHaveTextContent(
      "You're request is sent successfully! You will receive an email to reset password if the email is registered.",
    );
    expect(calls[0]?.body).toEqual({ email: 'ada@example.com' });
    expect(notify.success).toHaveBeenCalledWith('Password reset link is sent successfully!');
    expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', paths.login());
  });

  it('keeps the address when the server is too busy', async () => {
    serve({ 'POST /account/requestPassReset': refusal(429, {}) });
    const { user } = renderAt(paths.resetPass(), <RequestResetForm />);
    await user.type(field('Email'), 'ada@example.com{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests.');
    expect(field('Email')).toHaveValue('ada@example.com');
  });
});

describe('the link of an invitation or a reset', () => {
  const path = `${paths.changePassword()}?email=ada@example.com`;

  it('sets a password, once', async () => {
    mailedLink.set({ email: 'ada@example.com', token: 't1' });
    const calls = serve({ 'PUT /account/resetPass': {} });
    const { user, router } = renderAt(path, <ResetPasswordForm />);
    expect(screen.getByText('For ada@example.com.')).toBeVisible();
    expect(field('New Password')).toHaveAccessibleDescription(/^8 to 64 characters/);
    expect(screen.getByText(/^They go on working with the new password/)).toBeVisible();
    await user.click(field('End the address of my calendar'));
    await user.type(field('New Password'), good);
    await user.type(field('Confirm New Password'), `${good}{Enter}`);
    expect(await screen.findByText("You're password is reset successfully!")).toBeVisible();
    expect(calls[0]?.body).toEqual({
      email: 'ada@example.com',
      token: 't1',
      newPassword: good,
      confirmNewPassword: good,
      endKeys: false,
      endCalendar: true,
    });
    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', paths.login());
    expect(mailedLink.get()).toBeNull();
    expect(router.state.location.search).toBe('');
  });

  it('compares the two passwords before anything is sent, and keeps both', async () => {
    mailedLink.set({ email: 'ada@example.com', token: 't1' });
    const calls = serve({});
    const { user } = renderAt(path, <ResetPasswordForm />);
    await user.type(field('New Password'), good);
    await user.type(field('Confirm New Password'), `${good}x{Enter}`);
    expect(field('Confirm New Password')).toHaveAccessibleDescription("Passwords don't match.");
    expect(field('New Password')).toHaveValue(good);
    expect(calls).toEqual([]);
    await user.type(field('Confirm New Password'), '{Backspace}');
    await waitFor(() => expect(field('Confirm New Password')).toBeValid());
  });

  it('tells of a link that is used up above the form, and keeps the password', async () => {
    mailedLink.set({ email: 'ada@example.com', token: 't1' });
    serve({ 'PUT /account/resetPass': refusal(422, { error: 'This link is not valid any more.' }) });
    const { user } = renderAt(path, <ResetPasswordForm />);
    await user.type(field('New Password'), good);
    await user.type(field('Confirm New Password'), `${good}{Enter}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('This link is not valid any more.');
    expect(field('New Password')).toHaveValue(good);
    expect(mailedLink.get()).not.toBeNull();
  });

  it('asks to open the mail again after a reload, or when it is not whole', () => {
    renderAt(path, <ResetPasswordForm />);
    expect(screen.getByText(/^Please open the link in the mail to ada@example.com again/)).toBeVisible();
    renderAt(`${paths.changePassword()}`, <ResetPasswordForm />);
    expect(screen.getByText(/^This link is not complete./)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is not used under the session of somebody else, unless they sign out', async () => {
    mailedLink.set({ email: 'bob@example.com', token: 't1' });
    beginSession({ ...ada, token });
    serve({ 'GET /account/logout': {} });
    const { user } = renderAt(path, <ResetPasswordForm />);
    expect(screen.getByText('You are signed in as Ada (ada@example.com). Sign out to use the link.')).toBeVisible();
    await user.click(press('Sign out and use the link'));
    expect(await screen.findByLabelText(/^New Password/)).toBeVisible();
    expect(currentAccount()).toBeNull();
  });
});

describe('the account page', () => {
  function renderAccount(replies: Record<string, unknown> = {}, tab = '') {
    beginSession({ ...ada, token });
    const calls = serve({ 'GET /account': ada, ...replies });
    return { calls, ...renderAt(`${paths.app.account()}?tab=${tab}`, <AccountPage />) };
  }
  const form = async (name: string) => within(await screen.findByRole('form', { name }));

  it('keeps a chosen language with the account, and loads the app in it', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const { user, calls } = renderAccount({ 'PUT /account/language': { ...ada, language: 'de' } });
    await user.click(await screen.findByRole('button', { name: 'Deutsch' }));
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(calls.find(({ request }) => request.startsWith('PUT'))?.body).toEqual({ language: 'de' });
    expect(chosenLanguage()).toBe('de');
    await user.click(screen.getByRole('button', { name: 'As the browser' }));
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
    expect(calls.findLast(({ request }) => request.startsWith('PUT'))?.body).toEqual({ language: null });
    expect(chosenLanguage()).toBe('browser');
  });

  it('saves the profile, and shows it everywhere', async () => {
    const { user, calls } = renderAccount({
      'PUT /account/profile': ({ body }: { body: object }) => ({ ...ada, ...body, version: 4 }),
    });
    const profile = await form('Profile');
    await user.clear(profile.getByLabelText(/^Display Name/));
    await user.type(profile.getByLabelText(/^Display Name/), ' Ada L. ');
    await user.type(profile.getByLabelText('First Name'), 'Ada');
    await user.selectOptions(profile.getByLabelText(/^Gender/), 'Female');
    await user.click(profile.getByRole('button', { name: 'Save profile' }));
    await waitFor(() => expect(notify.success).toHaveBeenCalledWith('Your profile is saved.', undefined));
    expect(calls.find(({ request }) => request === 'PUT /account/profile')?.body).toEqual({
      displayName: 'Ada L.',
      firstName: 'Ada',
      lastName: null,
      phoneNumber: null,
      gender: 2,
      version: 3,
    });
    expect(currentAccount()?.displayName).toBe('Ada L.');
  });

  it('puts a refusal on its field, and keeps the others', async () => {
    const { user } = renderAccount({
      'PUT /account/profile': refusal(400, { errors: { PhoneNumber: ['Phone Number is not a phone number.'] } }),
    });
    const profile = await form('Profile');
    await user.type(profile.getByLabelText('Last Name'), 'Lovelace');
    await user.type(profile.getByLabelText('Phone Number'), '555');
    await user.click(profile.getByRole('button', { name: 'Save profile' }));
    const phone = profile.getByLabelText('Phone Number');
    await waitFor(() => expect(phone).toHaveAccessibleDescription('Phone Number is not a phone number.'));
    expect(phone).toHaveFocus();
    expect(profile.getByLabelText('Last Name')).toHaveValue('Lovelace');
    expect(profile.getByRole('alert')).toHaveTextContent('Please correct the marked fields.');
  });

  it('changes the password, and empties the fields only then', async () => {
    let answer = refusal(422, { error: 'The current password is wrong.' });
    const { user, calls } = renderAccount({ 'PUT /account/changePassword': () => answer() }, 'security');
    const password = await form('Change password');
    await user.type(password.getByLabelText(/^Current Password/), 'secret-1');
    await user.type(password.getByLabelText(/^New Password/), good);
    await user.type(password.getByLabelText(/^Confirm New Password/), `${good}{Enter}`);
    expect(await password.findByRole('alert')).toHaveTextContent('The current password is wrong.');
    expect(password.getByLabelText(/^New Password/)).toHaveValue(good);

    answer = () => Response.json({});
    await user.click(password.getByLabelText('End all my keys'));
    await user.click(password.getByRole('button', { name: 'Change password' }));
    await waitFor(() =>
      expect(notify.success).toHaveBeenCalledWith('Your password is changed. Other sessions have been signed out.'),
    );
    expect(calls.findLast(({ request }) => request.startsWith('PUT'))?.body).toMatchObject({
      endKeys: true,
      endCalendar: false,
    });
    const emptied = await form('Change password');
    await waitFor(() => expect(emptied.getByLabelText(/^New Password/)).toHaveValue(''));
    expect(emptied.getByLabelText('End all my keys')).not.toBeChecked();
  });

  it('saves an address, and removes it after a question', async () => {
    const address = { country: 'Kenya', provinceState: 'Nairobi' };
    const { user, calls } = renderAccount({
      'PUT /account/profile/address': ({ body }: { body: { address?: object } }) => ({
        ...ada,
        version: 4,
        address: body.address ?? null,
      }),
    });
    const editor = await form('Address');
    await user.type(editor.getByLabelText(/^Country/), 'Kenya');
    await user.click(editor.getByRole('button', { name: 'Save address' }));
    expect(editor.getByLabelText(/^Province State/)).toHaveAccessibleDescription('Province State field is required.');
    await user.type(editor.getByLabelText(/^Province State/), 'Nairobi{Enter}');
    await waitFor(() => expect(notify.success).toHaveBeenCalledWith('Your address is saved.', undefined));
    expect(calls.at(-1)?.body).toMatchObject({ version: 3, address });

    await user.click(await editor.findByRole('button', { name: 'Remove address' }));
    await user.click(within(screen.getByRole('dialog', { name: 'Removing Address' })).getByText('Remove'));
    await waitFor(() => expect(notify.success).toHaveBeenCalledWith('Your address is removed.', undefined));
    expect((await form('Address')).getByLabelText(/^Country/)).toHaveValue('');
  });

  it('says since when the calendar has an address, ends it, and shows a new one once', async () => {
    let since: string | null = '2026-11-03T10:54:00Z';
    const url = 'https://tracker.example/calendar/abc.ics';
    const { user } = renderAccount(
      {
        'GET /account/calendar': () => ({ since }),
        'POST /account/calendar': () => {
          since = '2026-11-19T10:54:00Z';
          return { url };
        },
        'DELETE /account/calendar': () => {
          since = null;
          return {};
        },
      },
      'notifications',
    );
    const section = within(await screen.findByRole('region', { name: 'Calendar' }));
    const confirm = (verb: string) =>
      user.click(within(screen.getByRole('dialog')).getByRole('button', { name: verb }));
    expect(await section.findByText('3 Nov 2026')).toBeVisible();
    await user.click(section.getByRole('button', { name: 'Remove calendar address' }));
    await confirm('Remove calendar address');
    await waitFor(() => expect(notify.success).toHaveBeenCalledWith('The address of your calendar is removed.'));
    expect(await section.findByText('Your calendar has no address yet.')).toBeVisible();
    expect(section.queryByRole('button', { name: 'Remove calendar address' })).toBeNull();

    await user.click(section.getByRole('button', { name: 'Create calendar address' }));
    expect(await section.findByText(url)).toBeVisible();
    // Another one would end it, so that is asked.
    await user.click(await section.findByRole('button', { name: 'Create new calendar address' }));
    expect(screen.getByRole('dialog')).toHaveTextContent('The one that you have ends at once');
    await confirm('Cancel');
    await user.click(section.getByRole('button', { name: 'Remove calendar address' }));
    await confirm('Remove calendar address');
    await waitFor(() => expect(section.queryByText(url)).toBeNull());
  });

  it('brings the calendar into view for its link, below settings that are there', async () => {
    const scrolledTo = vi.spyOn(Element.prototype, 'scrollIntoView').mock.contexts;
    renderAccount({ 'GET /account/notificationSettings': refusal(503, {}) }, 'notifications#calendar');
    await waitFor(() => expect(scrolledTo).toEqual([screen.getByRole('region', { name: 'Calendar' })]));
  });

  it('says in its place that it could not be read, and tries again', async () => {
    beginSession({ ...ada, token });
    serve({ 'GET /account': refusal(503, {}) });
    const { user } = renderAt(paths.app.account(), <AccountPage />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Your account could not be loaded.');
    serve({ 'GET /account': ada });
    await user.click(press('Refresh'));
    expect(await screen.findByRole('form', { name: 'Profile' })).toBeVisible();
  });
});
