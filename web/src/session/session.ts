import { type AnswerOf, api, reportPageFailure } from '@/api/client';
import { ApiError } from '@/api/errors';
import { setTimeZone } from '@/shared/format/date';
import { dropJobs } from '@/shared/jobs';
import { dropAllDrafts } from '@/shared/storage/draftStore';
import { dropOpened } from '@/shared/storage/opened';
import { readStored, writeStored } from '@/shared/storage/storage';
import { forgetPath, providerSignOut, rememberPath } from './arrival';

/**
 * Who is signed in on this page. A small store: everything that depends on it
 * (guards, shell, live connection) subscribes and follows.
 */
export type Account = Omit<AnswerOf<'/account', 'get'>, 'token'>;
type SignedIn = AnswerOf<'/account/refreshToken', 'post'>;

const retryDelay = 15_000;
/** The longest step of waiting for the next refresh. */
const longestWait = 30_000;

let account: Account | null = null;
let token: string | null = null;
let end = new AbortController();
let timer: ReturnType<typeof setTimeout> | undefined;
let ready: Promise<void> = Promise.resolve();
/** Whose screens this page shows, or showed until another tab signed them out. */
let owner: string | undefined;
let onOtherUser = () => {};
const listeners = new Set<() => void>();

export function currentAccount(): Account | null {
  return account;
}

export function currentToken(): string | null {
  return token;
}

/** Aborts when the present session ends. */
export function sessionEnd(): AbortSignal {
  return end.signal;
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Settles once it is known whether the stored token still holds; rejects when the server can't be asked. */
export function sessionReady(): Promise<void> {
  return ready;
}

/**
 * Takes up the session that an earlier page left in local storage, and follows the other tabs. When somebody else signs
 * in there than was signed in here, `reload` is called: what is on this page is not theirs.
 */
export function startSession(path: string, reload: () => void): void {
  onOtherUser = reload;
  window.addEventListener('storage', followOtherTabs);
  token = readToken();
  if (token === null) rememberPath(path);
  else ready = refresh([0]).catch((error) => failToResume(error, path));
}

/** Starts or prolongs a session with what login or refreshToken answered. */
export function beginSession({ token: issued, ...signedIn }: SignedIn): void {
  if (!issued) throw new Error('The server answered a sign-in without a token.');
  writeToken(issued);
  adoptToken(issued);
  account = signedIn;
  ready = Promise.resolve();
  emit();
}

/** Shows a changed profile wherever the account is shown. An answer may come after its user has gone. */
export function updateAccount(changed: Account): void {
  if (account?.email !== changed.email) return;
  account = changed;
  emit();
}

/** Signs out. The token is forgotten at once, and works for no one once the server has heard of it. */
export async function signOut(): Promise<void> {
  const farewell = token === null ? null : api.get('/account/logout', { handles: 'all', keepalive: true });
  forgetPath();
  dropAllDrafts();
  dropJobs();
  dropOpened();
  dropSession();
  owner = undefined;
  const answer = await farewell?.catch(() => undefined);
  providerSignOut.set(answer?.providerSignOut ?? null);
}

/**
 * The server refuses the token: back to login, and from there to where the user was. A page that slept may have missed
 * that another tab holds a newer token; then the session goes on with that one. Tells whether it ended.
 */
export function expireSession(path: string): boolean {
  const stored = readToken();
  if (stored !== null && stored !== token) {
    followStored(stored);
    return false;
  }
  rememberPath(path);
  dropSession();
  return true;
}

function dropSession(): void {
  clearTimeout(timer);
  writeToken(null);
  token = null;
  account = null;
  const ended = end;
  end = new AbortController();
  // Before the server hears of it: what is under way would be refused, and browsers put that on the console.
  ended.abort();
  emit();
}

async function refresh(handles: readonly number[] | 'all'): Promise<void> {
  const used = token;
  const answer = await api.post('/account/refreshToken', { handles });
  // Signed out, or another tab was quicker, while the answer was on its way.
  if (token === used) beginSession(answer);
}

/** A refused token has ended the session. Any other failure leaves it open, and what was wanted to the next attempt. */
function failToResume(error: unknown, path: string): void {
  if (token === null) return;
  rememberPath(path);
  if (error instanceof ApiError) reportPageFailure(error);
  throw error;
}

async function refreshOnTime(): Promise<void> {
  try {
    await refresh('all');
  } catch {
    if (token !== null) schedule(retryDelay);
  }
}

function adoptToken(issued: string): void {
  token = issued;
  const claims = claimsOf(issued);
  owner = claims?.sub;
  if (claims) schedule(refreshDelay(claims));
}

/** In steps, because timers stand still while the computer sleeps; after each the clock tells how long it really took. */
function schedule(delay: number): void {
  clearTimeout(timer);
  const wait = Math.min(delay, longestWait);
  const began = Date.now();
  timer = setTimeout(() => {
    // A clock that is set back meanwhile must not make it late.
    const left = delay - Math.max(wait, Date.now() - began);
    if (left > 0) schedule(left);
    else void refreshOnTime();
  }, wait);
}

function followOtherTabs({ key }: StorageEvent): void {
  const isAboutToken = key === tokenKey || key === null;
  if (!isAboutToken) return;

  const stored = readToken();
  if (stored === token) return;
  if (stored === null) dropSession();
  else followStored(stored);
}

function followStored(stored: string): void {
  if (owner !== undefined && claimsOf(stored)?.sub !== owner) {
    clearTimeout(timer); // a token of the former user must not get into the storage again
    onOtherUser();
  } else if (account === null) {
    token = stored;
    void refreshOnTime();
  } else {
    adoptToken(stored);
  }
}

function emit(): void {
  setTimeZone(account?.timeZone);
  for (const listener of listeners) listener();
}

const tokenKey = 'SessionAuthKey';

/** How long before its expiry a token is exchanged for a new one. */
const refreshMargin = 60_000;

interface Claims {
  sub: string;
  /** Seconds since 1970, as JWTs have it. */
  exp: number;
  iat: number;
}

function readToken(): string | null {
  return readStored('localStorage', tokenKey);
}

function writeToken(stored: string | null): void {
  writeStored('localStorage', tokenKey, stored);
}

function claimsOf(issued: string): Claims | null {
  try {
    const payload = (issued.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(payload)) as Claims;
  } catch {
    return null;
  }
}

/**
 * When a token received just now is to be refreshed. The life is taken from the
 * token alone, because this computer's clock may be wrong. A token that lives
 * shorter than the margin is refreshed at half its life.
 */
function refreshDelay({ iat, exp }: Claims): number {
  const life = (exp - iat) * 1000;
  const delay = life > refreshMargin ? life - refreshMargin : life / 2;
  return Math.max(delay, 1000);
}
