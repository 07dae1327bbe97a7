import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, connectApi } from '@/api/client';
import { treatFailure, treatPageFailure } from '@/api/errors';
import { paths } from '@/paths';
import { rememberedPath } from './arrival';
import * as session from './session';

const fetchMock = vi.fn<typeof fetch>();
const showError = vi.fn();
const showServerError = vi.fn();
const reload = vi.fn();
const hour = 3_600_000;

function issue(sub: string, serial: number, life = hour): string {
  const iat = 1_800_000_000;
  return `h.${btoa(JSON.stringify({ sub, iat, exp: iat + life / 1000, jti: serial }))}.s`;
}

function account(email: string, token: string) {
  return {
    email,
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
    token,
  };
}

function answer(body: unknown, status = 200, headers = {}) {
  fetchMock.mockImplementationOnce(async () => new Response(JSON.stringify(body), { status, headers }));
}

function calls(): string[] {
  return fetchMock.mock.calls.map(([address]) => String(address));
}

function storeInOtherTab(token: string | null) {
  if (token === null) localStorage.removeItem('SessionAuthKey');
  else localStorage.setItem('SessionAuthKey', token);
  window.dispatchEvent(new StorageEvent('storage', { key: 'SessionAuthKey' }));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetchMock);
  fetchMock.mockReset();
  showError.mockReset();
  showServerError.mockReset();
  reload.mockReset();
  localStorage.clear();
  sessionStorage.clear();
  connectApi({
    token: session.currentToken,
    sessionEnd: session.sessionEnd,
    onFailure: (error) =>
      treatFailure(error, { showError, endExpiredSession: () => session.expireSession(paths.companies.list()) }),
    onPageFailure: (error) => treatPageFailure(error, { showError, showNotFound: () => {}, showServerError }),
  });
});

afterEach(async () => {
  answer(undefined, 200);
  await session.signOut();
  vi.useRealTimers();
});

test('a token is refreshed 60 seconds before it expires, again and again', async () => {
  session.beginSession(account('ada@example.com', issue('ada', 1)));
  expect(localStorage.getItem('SessionAuthKey')).toBe(issue('ada', 1));

  answer(account('ada@example.com', issue('ada', 2)));
  await vi.advanceTimersByTimeAsync(hour - 60_001);
  expect(calls()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls()).toEqual(['/api/v1/account/refreshToken']);
  expect(localStorage.getItem('SessionAuthKey')).toBe(issue('ada', 2));

  answer(account('ada@example.com', issue('ada', 3)));
  await vi.advanceTimersByTimeAsync(hour - 60_000);
  expect(session.currentToken()).toBe(issue('ada', 3));
});

test('a token is refreshed on time though the computer slept', async () => {
  session.beginSession(account('ada@example.com', issue('ada', 1)));
  answer(account('ada@example.com', issue('ada', 2)));
  // Asleep: the clock goes on, the timers do not.
  vi.setSystemTime(Date.now() + hour / 2);
  await vi.advanceTimersByTimeAsync(hour / 2 - 60_000);
  expect(session.currentToken()).toBe(issue('ada', 2));
});

test('a token that lives shorter than the margin is refreshed at half its life', async () => {
  session.beginSession(account('ada@example.com', issue('ada', 1, 30_000)));
  answer(account('ada@example.com', issue('ada', 2)));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(session.currentToken()).toBe(issue('ada', 2));
});

test('a refresh that finds no server is tried again', async () => {
  session.beginSession(account('ada@example.com', issue('ada', 1)));
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(hour - 60_000);
  expect(session.currentAccount()).not.toBeNull();

  answer(account('ada@example.com', issue('ada', 2)));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(session.currentToken()).toBe(issue('ada', 2));
});

test('nobody is told of a refresh by the clock that fails, and it is tried again', async () => {
  session.beginSession(account('ada@example.com', issue('ada', 1)));
  answer({}, 500);
  await vi.advanceTimersByTimeAsync(hour - 60_000);
  expect(calls()).toHaveLength(1);
  expect(showServerError).not.toHaveBeenCalled();

  answer(account('ada@example.com', issue('ada', 2)));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(session.currentToken()).toBe(issue('ada', 2));
});

test('a failure when the app loads is told, and where the user wanted to go is kept', async () => {
  localStorage.setItem('SessionAuthKey', issue('ada', 1));
  answer({}, 500);
  session.startSession(paths.companies.list(), reload);
  await expect(session.sessionReady()).rejects.toMatchObject({ status: 500 });
  expect(showServerError).toHaveBeenCalledOnce();
  expect(rememberedPath()).toBe(paths.companies.list());
});

test('a stored token is refreshed when the app loads', async () => {
  localStorage.setItem('SessionAuthKey', issue('ada', 1));
  answer(account('ada@example.com', issue('ada', 2)));
  session.startSession(paths.app.dashboard(), reload);
  await session.sessionReady();
  expect(session.currentAccount()?.email).toBe('ada@example.com');
  expect(session.currentToken()).toBe(issue('ada', 2));
  expect(rememberedPath()).toBeNull();
});

test('without a stored token the path is remembered', async () => {
  session.startSession('/btracker/app/companies?Search=a', reload);
  await session.sessionReady();
  expect(session.currentAccount()).toBeNull();
  expect(rememberedPath()).toBe('/btracker/app/companies?Search=a');
});

test.each([
  paths.login(),
  paths.app.logout(),
  `${paths.app.logout()}/?a=b`,
  paths.app.logout().toUpperCase().replace('/BTRACKER/APP', '/btracker/app'),
  paths.app.notFound(),
  paths.app.serverError(),
])('%s is never remembered', (path) => {
  session.startSession(path, reload);
  expect(rememberedPath()).toBeNull();
});

test('a stored token that has expired ends in a remembered path', async () => {
  localStorage.setItem('SessionAuthKey', issue('ada', 1));
  answer({}, 401, { 'WWW-Authenticate': 'Bearer error="invalid_token"' });
  session.startSession(paths.companies.list(), reload);
  await session.sessionReady();
  expect(session.currentAccount()).toBeNull();
  expect(localStorage.getItem('SessionAuthKey')).toBeNull();
  expect(rememberedPath()).toBe(paths.companies.list());
});

test('a server that can not be asked leaves the token alone', async () => {
  localStorage.setItem('SessionAuthKey', issue('ada', 1));
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  session.startSession(paths.companies.list(), reload);
  await expect(session.sessionReady()).rejects.toMatchObject({ status: 0 });
  expect(localStorage.getItem('SessionAuthKey')).toBe(issue('ada', 1));
});

test('signing out forgets the token, tells the server, and stops the timer', async () => {
  session.beginSession(account('ada@example.com', issue('ada', 1)));
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const done = session.signOut();
  expect(session.currentAccount()).toBeNull();
  expect(localStorage.getItem('SessionAuthKey')).toBeNull();
  await done;

  const [address, request] = fetchMock.mock.lastCall ?? [];
  expect(address).toBe('/api/v1/account/logout');
  expect(new Headers(request?.headers).get('Authorization')).toBe(`Bearer ${issue('ada', 1)}`);
  await vi.advanceTimersByTimeAsync(hour);
  expect(calls()).toHaveLength(1);
});

test('signing out gives up what is under way, and nobody is told', async () => {
  session.beginSession(account('ada@example.com', issue('ada', 1)));
  fetchMock.mockImplementationOnce(
    (_, request) =>
      new Promise((_resolve, reject) => {
        request?.signal?.addEventListener('abort', () => reject(request.signal?.reason));
      }),
  );
  const asked = api.get('/dashboard/statistics').catch((error: unknown) => error);
  answer(undefined);
  const done = session.signOut();
  await expect(asked).resolves.toMatchObject({ status: 401, invalidToken: false });
  await done;
  expect(showServerError).not.toHaveBeenCalled();
  expect(showError).not.toHaveBeenCalled();

  session.beginSession(account('bob@example.com', issue('bob', 1)));
  answer({});
  await expect(api.get('/dashboard/statistics')).resolves.toEqual({});
});

test('a refresh that is answered after signing out brings nobody back', async () => {
  session.beginSession(account('ada@example.com', issue('ada', 1)));
  let release: ((response: Response) => void) | undefined;
  fetchMock.mockImplementationOnce(() => new Promise((resolve) => (release = resolve)));
  await vi.advanceTimersByTimeAsync(hour - 60_000);

  answer(undefined);
  await session.signOut();
  release?.(new Response(JSON.stringify(account('ada@example.com', issue('ada', 2)))));
  await vi.advanceTimersByTimeAsync(0);
  expect(session.currentAccount()).toBeNull();
  expect(localStorage.getItem('SessionAuthKey')).toBeNull();
});

test('a changed profile that is answered after signing out, or to someone else, changes nobody', async () => {
  const ada = account('ada@example.com', issue('ada', 1));
  session.updateAccount(ada);
  expect(session.currentAccount()).toBeNull();
  session.beginSession(account('bob@example.com', issue('bob', 1)));
  session.updateAccount(ada);
  expect(session.currentAccount()?.email).toBe('bob@example.com');
  session.updateAccount({ ...account('bob@example.com', ''), displayName: 'Bobby' });
  expect(session.currentAccount()?.displayName).toBe('Bobby');
});

test('the other tabs are followed', async () => {
  session.startSession(paths.login(), reload);
  answer(account('ada@example.com', issue('ada', 2)));
  storeInOtherTab(issue('ada', 1));
  await vi.waitFor(() => expect(session.currentAccount()?.email).toBe('ada@example.com'));

  storeInOtherTab(issue('ada', 3));
  expect(session.currentToken()).toBe(issue('ada', 3));
  expect(calls()).toHaveLength(1);

  storeInOtherTab(null);
  expect(session.currentAccount()).toBeNull();
  expect(calls()).toHaveLength(1);

  answer(account('ada@example.com', issue('ada', 5)));
  storeInOtherTab(issue('ada', 4));
  await vi.advanceTimersByTimeAsync(0);
  expect(session.currentAccount()?.email).toBe('ada@example.com');
  expect(reload).not.toHaveBeenCalled();
});

test.each(['at once', 'after signing out'])('another account in another tab, %s, reloads this one', async (when) => {
  session.startSession(paths.login(), reload);
  session.beginSession(account('ada@example.com', issue('ada', 1)));
  if (when === 'after signing out') storeInOtherTab(null);
  storeInOtherTab(issue('bob', 1));
  expect(reload).toHaveBeenCalledOnce();
  // Until it is reloaded the page stays as it was, and keeps its token out of the other tab's way.
  await vi.advanceTimersByTimeAsync(2 * hour);
  expect(calls()).toEqual([]);
  expect(session.currentToken()).toBe(when === 'at once' ? issue('ada', 1) : null);
  expect(localStorage.getItem('SessionAuthKey')).toBe(issue('bob', 1));
});

test('whoever signed out here has left: another account in another tab is simply followed', async () => {
  session.startSession(paths.login(), reload);
  session.beginSession(account('ada@example.com', issue('ada', 1)));
  answer(undefined);
  await session.signOut();
  answer(account('bob@example.com', issue('bob', 2)));
  storeInOtherTab(issue('bob', 1));
  await vi.advanceTimersByTimeAsync(0);
  expect(session.currentAccount()?.email).toBe('bob@example.com');
  expect(reload).not.toHaveBeenCalled();
});

test('a refused token of a page that missed the other account reloads it', async () => {
  session.startSession(paths.login(), reload);
  session.beginSession(account('ada@example.com', issue('ada', 1)));
  localStorage.setItem('SessionAuthKey', issue('bob', 1));
  answer({}, 401, { 'WWW-Authenticate': 'Bearer error="invalid_token"' });
  await expect(api.get('/account')).rejects.toMatchObject({ status: 401 });
  expect(reload).toHaveBeenCalledOnce();
  expect(localStorage.getItem('SessionAuthKey')).toBe(issue('bob', 1));
});

test('a page that missed the newer token of another tab goes on with it', async () => {
  session.startSession(paths.login(), reload);
  session.beginSession(account('ada@example.com', issue('ada', 1)));
  localStorage.setItem('SessionAuthKey', issue('ada', 2));
  answer({}, 401, { 'WWW-Authenticate': 'Bearer error="invalid_token"' });
  await expect(api.get('/account')).rejects.toMatchObject({ status: 401 });
  expect(session.currentAccount()?.email).toBe('ada@example.com');
  expect(session.currentToken()).toBe(issue('ada', 2));

  answer({}, 401, { 'WWW-Authenticate': 'Bearer error="invalid_token"' });
  await expect(api.get('/account')).rejects.toMatchObject({ status: 401 });
  expect(session.currentAccount()).toBeNull();
  expect(localStorage.getItem('SessionAuthKey')).toBeNull();
});
