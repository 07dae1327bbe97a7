import { renderHook, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '@/paths';
import { RecordFacts } from '@/resource/DetailsPage';
import { EditAddress, EditRecord } from '@/resource/forms';
import { ListPage } from '@/resource/ListPage';
import { RecordPage } from '@/resource/RecordPage';
import { notify, useToasts } from '@/shared/toast';
import { renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';
import { NewUser } from './forms';
import type { User } from './record';
import { users } from './resource';
import { ann } from './testUser';
import { UserActions } from './UserActions';

const account = vi.hoisted(() => ({ email: 'ada@example.com', isAdmin: true }));
vi.mock('@/session/useAccount', () => ({ useAccount: () => account }));

const details = paths.users.details(ann.email);
const ofUser = `${paths.users.list()}/:userEmail/*`;

function UserAddress({ user }: { user: User }) {
  return users.address && <EditAddress resource={users} address={users.address} record={user} />;
}

beforeEach(() => {
  Object.assign(account, { email: 'ada@example.com', isAdmin: true });
});

describe('the list', () => {
  it('shows display name, e-mail and phone, and links to the user', async () => {
    serve({ 'GET /UserManagement': () => listOf([{ ...ann, isAdmin: true }]) });
    renderAt(paths.users.list(), <ListPage resource={users} />);
    const card = await screen.findByRole('link', { name: /Ann/ });
    expect(card).toHaveAttribute('href', details);
    expect(card).toHaveTextContent('ann@example.com');
    expect(card).toHaveTextContent('Administrator');
  });

  it('says when each was last seen, and narrows to those who were invited', async () => {
    const calls = serve({
      'GET /UserManagement': () =>
        listOf([
          { ...ann, lastSeenAt: new Date(Date.now() - 3 * 3_600_000).toISOString() },
          { ...ann, email: 'ben@example.com', displayName: 'Ben' },
          { ...ann, email: 'cy@example.com', displayName: 'Cy', hasPassword: false },
        ]),
    });
    const { user, router } = renderAt(paths.users.list(), <ListPage resource={users} />);
    expect(await screen.findByRole('link', { name: /Ann/ })).toHaveTextContent('Last seen 3 hours ago');
    expect(screen.getByRole('link', { name: /Ben/ })).toHaveTextContent('Not seen lately');
    expect(screen.getByRole('link', { name: /Cy/ })).toHaveTextContent('Never signed in');
    await user.click(screen.getByRole('button', { name: 'Invited' }));
    expect(router.state.location.search).toBe('?admins=invited');
    await waitFor(() => expect(calls.at(-1)?.query.get('Invited')).toBe('true'));
  });

  it('keeps search and sort in the address', async () => {
    const calls = serve({ 'GET /UserManagement': () => listOf([ann]) });
    const { user, router } = renderAt(`${paths.users.list()}?search=ann`, <ListPage resource={users} />);
    await user.selectOptions(await screen.findByLabelText('Sort'), 'E-mail Z to A');
    expect(router.state.location.search).toBe('?search=ann&sort=-email');
    await waitFor(() =>
      expect(Object.fromEntries(calls.at(-1)?.query ?? [])).toEqual({
        AdminsOnly: 'false',
        PageNumber: '1',
        PageSize: '24',
        Search: 'ann',
        SortBy: 'email',
        SortDescending: 'true',
      }),
    );
  });

  it('searches for no more than the server takes', async () => {
    const calls = serve({ 'GET /UserManagement': () => listOf([ann]) });
    renderAt(`${paths.users.list()}?search=${'a'.repeat(129)}`, <ListPage resource={users} />);
    await waitFor(() => expect(calls.at(-1)?.query.get('Search')).toBe('a'.repeat(128)));
    expect(screen.getByRole('searchbox')).toHaveAttribute('maxlength', '128');
  });

  it('can be refreshed after a failure', async () => {
    let fails = true;
    serve({ 'GET /UserManagement': () => (fails ? Response.json({}, { status: 503 }) : listOf([ann])) });
    const { user } = renderAt(paths.users.list(), <ListPage resource={users} />);
    const refresh = await screen.findByRole('button', { name: 'An Error Occurred! Click Here To Refresh.' });
    fails = false;
    await user.click(refresh);
    expect(await screen.findByRole('link', { name: /Ann/ })).toBeVisible();
  });
});

describe('a new user', () => {
  it('is invited without a password', async () => {
    const calls = serve({ 'POST /UserManagement': ann });
    const { user, router } = renderAt(paths.users.create(), <NewUser />);
    expect(screen.queryByLabelText(/^Password/)).toBeNull();
    await user.type(screen.getByLabelText(/^Email/), 'Ann@example.com');
    await user.type(screen.getByLabelText(/^Display Name/), 'Ann');
    await user.click(screen.getByRole('button', { name: 'Add user' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(details));
    expect(calls[0]?.body).toEqual({
      email: 'Ann@example.com',
      displayName: 'Ann',
      firstName: null,
      lastName: null,
      phoneNumber: null,
      gender: 0,
    });
  });

  it('that is an administrator needs a password, and keeps what was typed before', async () => {
    const calls = serve({ 'POST /UserManagement/admin': { ...ann, isAdmin: true } });
    const { user, router } = renderAt(paths.users.create(), <NewUser />);
    await user.type(screen.getByLabelText(/^Email/), 'ann@example.com');
    await user.type(screen.getByLabelText(/^Display Name/), 'Ann');
    await user.click(screen.getByRole('button', { name: 'Administrator' }));
    await user.click(screen.getByRole('button', { name: 'Register administrator' }));
    expect(await screen.findByText('Password field is required.')).toBeVisible();
    await user.type(screen.getByLabelText(/^Password/), 'Analytic-Engine-1');
    await user.click(screen.getByRole('button', { name: 'Register administrator' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(details));
    expect(calls[0]?.body).toMatchObject({
      email: 'ann@example.com',
      displayName: 'Ann',
      password: 'Analytic-Engine-1',
    });
  });
});

describe('after an action', () => {
  it('editing sends the version and leads back to the user', async () => {
    const calls = serve({ 'PUT /UserManagement': ann });
    const { user, router } = renderAt(
      paths.users.edit(ann.email),
      <EditRecord resource={users} record={ann} />,
      ofUser,
    );
    await user.type(screen.getByLabelText(/^First Name/), 'Annabel');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(details));
    expect(calls[0]?.body).toMatchObject({ email: ann.email, version: 3, firstName: 'Annabel' });
  });

  it('saving and removing an address leads one level up', async () => {
    const address = { country: 'Kenya', provinceState: 'Nairobi', city: null, street: null, building: null };
    const housed = { ...ann, address: { ...address, postalZipCode: '00100' } };
    const calls = serve({ 'PUT /UserManagement/address': ann });
    const { user, router } = renderAt(paths.users.address(ann.email), <UserAddress user={housed} />, ofUser);
    // What was typed goes with the address, and is not asked about.
    await user.type(screen.getByLabelText(/^City/), 'Nakuru');
    await user.click(screen.getByRole('button', { name: 'Remove address' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(details));
    expect(calls[0]?.body).toEqual({ email: ann.email, version: ann.version });
  });
});

describe('the page of a user', () => {
  it('shows the address as on a letter, and why they are disabled', () => {
    const address = { country: 'Kenya', provinceState: 'Nairobi', city: null, street: 'Moi Ave', building: null };
    const user = { ...ann, address: { ...address, postalZipCode: '00100' }, status: 1, disableReason: 2 } as const;
    renderAt(details, <RecordFacts resource={users} record={user} />, ofUser);
    expect(screen.getByText('Moi Ave 00100 Nairobi Kenya')).toBeVisible();
    expect(screen.getByText('Disabled: Requested by the user')).toBeVisible();
  });

  it('follows a change under an address in any case', async () => {
    serve({ 'GET /UserManagement/ANN%40example.com': { ...ann, status: 1 }, 'PUT /UserManagement/enable': ann });
    const { user } = renderAt(
      paths.users.details('ANN@example.com'),
      <RecordPage resource={users}>{(shown) => <UserActions user={shown} renderLeaving={() => null} />}</RecordPage>,
      ofUser,
    );
    await user.click(await screen.findByRole('button', { name: 'Enable' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Enable' })).toBeNull());
  });

  it('is for administrators alone, and asks for nothing otherwise', () => {
    account.isAdmin = false;
    const calls = serve({});
    renderAt(details, <RecordPage resource={users}>{() => 'never'}</RecordPage>, ofUser);
    expect(screen.getByText('Only administrators work here')).toBeVisible();
    expect(calls).toEqual([]);
  });
});

describe('the life of a user', () => {
  async function choose(item: string, shown = ann) {
    const rendered = renderAt(details, <UserActions user={shown} renderLeaving={() => null} />, ofUser);
    await waitFor(() => expect(screen.getByRole('button', { name: 'More actions' })).toBeEnabled());
    await rendered.user.click(screen.getByRole('button', { name: 'More actions' }));
    await rendered.user.click(await screen.findByRole('menuitem', { name: item }));
    return rendered;
  }

  it('is disabled with a reason', async () => {
    const calls = serve({ 'PUT /UserManagement/disable': { ...ann, status: 1 } });
    const { user } = await choose('Disable');
    const dialog = await screen.findByRole('dialog', { name: 'Disabling User: Ann' });
    expect(within(dialog).queryByRole('option', { name: 'None' })).toBeNull();
    await user.selectOptions(within(dialog).getByLabelText(/^Reason/), 'Requested by the user');
    await user.click(within(dialog).getByRole('button', { name: 'Disable' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls[0]?.body).toEqual({ email: ann.email, reason: 2 });
  });

  it('is enabled again', async () => {
    const calls = serve({ 'PUT /UserManagement/enable': ann });
    const { user } = renderAt(
      details,
      <UserActions user={{ ...ann, status: 1, disableReason: 1 }} renderLeaving={() => null} />,
      ofUser,
    );
    await user.click(screen.getByRole('button', { name: 'Enable' }));
    await waitFor(() => expect(calls[0]?.body).toEqual({ email: ann.email }));
  });

  it.each([
    ['Make administrator', 'Make administrator', false, true],
    ['Remove administrator', 'Remove', true, false],
  ])('%s', async (item, verb, isAdmin, becomes) => {
    const calls = serve({ 'PUT /UserManagement/admin': { ...ann, isAdmin: becomes } });
    const { user } = await choose(item, { ...ann, isAdmin });
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: verb }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls[0]?.body).toEqual({ email: ann.email, isAdmin: becomes });
  });

  it.each([
    ['Remove second factors', 'Removing Second Factors: Ann', { hasSecondFactor: true, hasSignOn: true }],
    ['End single sign-on', 'Ending Single Sign-On: Ann', { hasSecondFactor: false, hasSignOn: true }],
  ])('%s, for somebody who lost them', async (item, title, has) => {
    const calls = serve({ 'DELETE /UserManagement/secondFactor': ann });
    const { user } = await choose(item, { ...ann, ...has });
    const dialog = await screen.findByRole('dialog', { name: title });
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls[0]?.body).toEqual({ email: ann.email });
  });

  it('tells why an invitation was refused', async () => {
    const error = vi.spyOn(notify, 'error');
    serve({ 'POST /UserManagement/invite': () => Response.json({ reason: 'Has a password.' }, { status: 422 }) });
    await choose('Invite again', { ...ann, hasPassword: false, hasSignOn: true });
    await waitFor(() => expect(error).toHaveBeenCalledWith('Has a password.'));
  });

  it('offers to invite again who has no way to sign in yet, beside Edit', async () => {
    const calls = serve({ 'POST /UserManagement/invite': { ...ann, hasPassword: false } });
    const { user } = renderAt(
      details,
      <UserActions user={{ ...ann, hasPassword: false, hasSignOn: false }} renderLeaving={() => null} />,
      ofUser,
    );
    await user.click(screen.getByRole('button', { name: 'Invite again' }));
    await waitFor(() => expect(calls[0]?.body).toEqual({ email: ann.email }));
  });

  it('invites nobody who has a password', async () => {
    await choose('Make administrator');
    expect(screen.queryByRole('menuitem', { name: 'Invite again' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Invite again' })).toBeNull();
  });

  it('is not taken away by oneself', async () => {
    account.email = ann.email;
    const { user } = renderAt(
      details,
      <UserActions
        user={{ ...ann, isAdmin: true, hasSecondFactor: true, hasSignOn: true }}
        renderLeaving={() => null}
      />,
      ofUser,
    );
    expect(screen.getByRole('link', { name: 'Edit' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Download data']);
  });

  it('ends for good once the e-mail address is typed', async () => {
    const erased = {
      ...ann,
      email: 'erased-1@erased.invalid',
      displayName: 'erased-1',
      status: 1,
      isErased: true,
      leftToDo: ['backups', 'files'],
    };
    const calls = serve({ 'PUT /UserManagement/erase': erased });
    const { user } = renderAt(
      details,
      <UserActions user={{ ...ann, status: 1, disableReason: 1 }} renderLeaving={() => null} />,
      ofUser,
    );
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Erase' }));
    const field = await screen.findByRole('textbox', { name: /Email/ });
    await user.type(field, 'other@example.com');
    await user.click(screen.getByRole('button', { name: 'Erase' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This is not the e-mail address of this user.');
    expect(calls).toHaveLength(0);
    await user.clear(field);
    await user.type(field, ann.email);
    await user.click(screen.getByRole('button', { name: 'Erase' }));
    await waitFor(() => expect(calls).toHaveLength(1));
    const { result: toasts } = renderHook(useToasts);
    await waitFor(() =>
      expect(toasts.current.at(-1)?.text).toMatch(
        /is erased. Left to whoever runs the server: backups, logs, and saved files.$/,
      ),
    );
  });

  it('offers nothing for a person who was erased', async () => {
    const { user } = renderAt(
      details,
      <UserActions user={{ ...ann, status: 1, isErased: true }} renderLeaving={() => null} />,
      ofUser,
    );
    expect(screen.queryByRole('button', { name: 'Enable' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    expect(screen.queryByRole('menuitem', { name: 'Erase' })).toBeNull();
  });
});
