import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectApi } from '@/api/client';
import { ResetPasswordForm } from '@/features/account/signIn/ResetForms';
import { paths } from '@/paths';
import { mailedLink, rememberedPath, rememberPath } from '@/session/arrival';
import { beginSession, currentAccount, currentToken, signOut, startSession } from '@/session/session';
import { useAccount } from '@/session/useAccount';
import { notify, useToasts } from '@/shared/toast';
import { FreshCache } from '@/testApp';
import { followSession } from './bootstrap';
import {
  goHome,
  insideWhenSignedIn,
  logout,
  signedInOnly,
  signedOutOnly,
  signedOutOrWithLink,
  takeMailedLink,
} from './guards';
import { SignedInArea } from './SignedInArea';

// There is nothing to connect to: what comes of that is tested elsewhere.
vi.mock('@/realtime/connection', () => ({ connect: () => async () => {} }));

const ada = {
  email: 'ada@example.com',
  displayName: 'Ada',
  firstName: null,
  lastName: null,
  gender: 0 as const,
  photoUrl: null,
  phoneNumber: null,
  address: null,
  isAdmin: true,
  isClient: false,
  language: null,
  needsSecondFactor: false,
  noMailServer: false,
  version: 1,
  token: `h.${btoa(JSON.stringify({ sub: 'ada', iat: 0, exp: 28_800 }))}.s`,
};

function Greeting() {
  return <p>Hello {useAccount().displayName}</p>;
}

function open(path: string, loader = () => null) {
  const router = createMemoryRouter(
    [
      { path: '/', loader: goHome },
      { path: paths.login(), middleware: [signedOutOnly], element: <p>login</p> },
      {
        path: paths.changePassword(),
        middleware: [takeMailedLink, signedOutOrWithLink],
        element: <ResetPasswordForm />,
      },
      {
        path: paths.notFound(),
        middleware: [insideWhenSignedIn(paths.app.notFound())],
        element: <p>not found outside</p>,
      },
      {
        path: paths.app.root(),
        middleware: [signedInOnly],
        Component: SignedInArea,
        children: [
          { path: 'dashboard', loader, Component: Greeting },
          { path: 'companies', element: <p>companies</p> },
          { path: 'not-found', element: <p>not found inside</p> },
          { path: 'logout', loader: logout, element: <Outlet /> },
        ],
      },
    ],
    { initialEntries: [path], future: { v8_middleware: true } },
  );
  followSession(router);
  render(<RouterProvider router={router} />, { wrapper: FreshCache });
  return router;
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  connectApi({ token: currentToken, onFailure: () => {} });
});

afterEach(() => {
  mailedLink.set(null);
  return signOut();
});

const link = `${paths.changePassword()}?email=bob%40example.com&token=secret`;

test('app routes lead to login, and signing in leads to the remembered path', async () => {
  rememberPath(paths.companies.list());
  const router = open(paths.companies.list());
  await screen.findByText('login');
  expect(router.state.location.pathname).toBe(paths.login());

  beginSession(ada);
  await screen.findByText('companies');
  expect(rememberedPath()).toBeNull();
});

test('without a remembered path signing in leads home', async () => {
  open(paths.login());
  await screen.findByText('login');
  beginSession(ada);
  await screen.findByText('Hello Ada');
});

test('what a toast offered to one user is not offered to the next', async () => {
  beginSession(ada);
  open(paths.companies.list());
  await screen.findByText('companies');
  notify.success('Acme is removed.', { label: 'Undo', run: () => {} });
  notify.error('Session expired. Please, login again!');
  await signOut();
  const { result } = renderHook(useToasts);
  expect(result.current.map(({ text }) => text)).toEqual(['Session expired. Please, login again!']);
});

test('public pages lead into the app when signed in', async () => {
  beginSession(ada);
  open(paths.login());
  await screen.findByText('Hello Ada');
});

test('error pages lead to their versions inside', async () => {
  beginSession(ada);
  open(paths.notFound());
  await screen.findByText('not found inside');
});

test('when the server fails to take up the session, its error page shows, and later leads to what was wanted', async () => {
  localStorage.setItem('SessionAuthKey', ada.token);
  vi.stubGlobal('fetch', async () => new Response(null, { status: 500 }));
  startSession(paths.companies.list(), () => {});
  open(paths.notFound());
  await screen.findByText('not found outside');

  beginSession(ada);
  await screen.findByText('companies');
});

test('a page reads ahead while the server is asked whether the stored token holds, and shows nothing before', async () => {
  localStorage.setItem('SessionAuthKey', ada.token);
  let answer = (_status: number) => {};
  const asked = new Promise<number>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('fetch', async () => Response.json(ada, { status: await asked }));
  startSession(paths.app.dashboard(), () => {});
  const read = vi.fn(() => null);
  open(paths.app.dashboard(), read);
  await vi.waitFor(() => expect(read).toHaveBeenCalledOnce());
  expect(screen.queryByText('Hello Ada')).toBeNull();
  answer(200);
  await screen.findByText('Hello Ada');
  expect(read).toHaveBeenCalledOnce();
});

test('nobody without a token reads anything of the app area', async () => {
  const read = vi.fn(() => null);
  open(paths.app.dashboard(), read);
  await screen.findByText('login');
  expect(read).not.toHaveBeenCalled();
});

test('the end of a session leads to login from wherever it is seen', async () => {
  beginSession(ada);
  open(paths.app.dashboard());
  await screen.findByText('Hello Ada');
  await signOut();
  await screen.findByText('login');
});

test('the logout path signs out', async () => {
  beginSession(ada);
  open(paths.app.logout());
  await screen.findByText('login');
  expect(currentAccount()).toBeNull();
});

test('the token of a mailed link leaves the address, and a page without it asks for the mail', async () => {
  const router = open(link);
  await screen.findByText('For bob@example.com.');
  expect(mailedLink.get()).toEqual({ email: 'bob@example.com', token: 'secret' });
  const { pathname, search, state } = router.state.location;
  expect(pathname + search).toBe(`${paths.changePassword()}?email=bob%40example.com`);
  expect(JSON.stringify([state, { ...sessionStorage }, { ...localStorage }])).not.toContain('secret');
});

test('a reloaded page asks for the mail, and an incomplete link says so', async () => {
  open(`${paths.changePassword()}?email=bob%40example.com`);
  await screen.findByText(/Please open the link in the mail to bob@example.com again/);
  cleanup();
  open(`${paths.changePassword()}?token=secret`);
  await screen.findByText(/This link is not complete/);
});

test('whoever is signed in is told whose link it is, and signs out to use it', async () => {
  beginSession(ada);
  const router = open(link);
  await screen.findByText('This link is for bob@example.com.');
  expect(screen.getByText(/You are signed in as Ada \(ada@example.com\)/)).toBeVisible();
  await act(async () => screen.getByRole('button', { name: 'Sign out and use the link' }).click());
  await screen.findByText('For bob@example.com.');
  expect(screen.getByLabelText(/^New Password/)).toBeVisible();
  expect(currentAccount()).toBeNull();
  expect(router.state.location.pathname).toBe(paths.changePassword());
});

test('whoever is signed in and has no link is led into the app', async () => {
  beginSession(ada);
  open(paths.changePassword());
  await screen.findByText('Hello Ada');
});
