import { currentAccount, sessionReady } from '@/session/session';
import { readStored, writeStored } from '@/shared/storage';
import { notify } from '@/shared/toast';
import { messages } from './messages';

const key = 'btracker.reloaded-for-other-user';

/** Loads the page again for somebody who signed in in another tab. A form that was not saved asks first. */
export function reloadForOtherUser(): void {
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
