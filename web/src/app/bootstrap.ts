import type { createBrowserRouter } from 'react-router';
import { connectApi } from '@/api/client';
import { treatFailure, treatPageFailure } from '@/api/errors';
import { base } from '@/base';
import { paths } from '@/paths';
import {
  currentAccount,
  currentToken,
  expireSession,
  sessionEnd,
  sessionReady,
  startSession,
  subscribeSession,
} from '@/session/session';
import { afterFailure } from '@/shared/navigation/navigation';
import { readStored, writeStored } from '@/shared/storage/storage';
import { dismissOffers, noteChangeOfAnswer, notify } from '@/shared/toast';
import { serverFailure } from './errorPages';
import { messages } from './messages';

type Router = ReturnType<typeof createBrowserRouter>;

/** Brings the session to life. To be called before the router, whose guards ask for it. */
export function openSession(router: () => Router): void {
  connectApi({
    token: currentToken,
    sessionEnd,
    onChange: noteChangeOfAnswer,
    onFailure: (error) =>
      treatFailure(error, { showError: notify.error, endExpiredSession: () => expireSession(currentPath()) }),
    onPageFailure: (error) =>
      treatPageFailure(error, {
        showError: notify.error,
        showNotFound: () => show(router(), currentAccount() ? paths.app.notFound() : paths.notFound()),
        showServerError: (failure) => {
          serverFailure.set({ ...failure, path: currentPath() });
          show(router(), currentAccount() ? paths.app.serverError() : paths.serverError());
        },
      }),
  });
  storeCurrency();
  startSession(currentPath(), reloadForOtherUser);
  void announceOtherUser();
}

/** When someone else is signed in than before, the guards run again, and no toast offers any more what was not theirs. */
export function followSession(router: Router): void {
  let user = currentAccount()?.email;
  subscribeSession(() => {
    const now = currentAccount()?.email;
    if (now === user) return;
    user = now;
    dismissOffers();
    // While the first page loads, its guards are still waiting for the session themselves.
    if (router.state.initialized) void router.revalidate();
  });
}

/** An error page takes the place of the page that failed: going back must not lead into the failure again. */
function show(router: Router, path: string): void {
  void router.navigate(path, { replace: true, state: afterFailure });
}

function currentPath(): string {
  return window.location.pathname.slice(base.length - 1) + window.location.search;
}

/** US dollars are the only currency so far; the choice is stored for the day there are more. */
function storeCurrency(): void {
  if (readStored('localStorage', 'cur') !== 'USD') writeStored('localStorage', 'cur', 'USD');
}

const key = 'btracker.reloaded-for-other-user';

/** Loads the page again for somebody who signed in in another tab. A form that was not saved asks first. */
function reloadForOtherUser(): void {
  writeStored('sessionStorage', key, 'yes');
  window.location.reload();
}

/** After such a reload, says who is signed in now, once this tab is looked at. */
export async function announceOtherUser(): Promise<void> {
  if (readStored('sessionStorage', key) === null) return;
  writeStored('sessionStorage', key, null);
  await sessionReady().catch(() => undefined);
  await untilVisible();
  const account = currentAccount();
  if (account) notify.info(messages.otherUser(account.displayName));
}

function untilVisible(): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}
