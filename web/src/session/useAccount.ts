import { useSyncExternalStore } from 'react';
import { type Account, currentAccount, subscribeSession } from './session';

/** The signed-in user, or null. */
export function useSession(): Account | null {
  return useSyncExternalStore(subscribeSession, currentAccount);
}

/** The signed-in user, for screens of the app area, where there always is one. */
export function useAccount(): Account {
  const account = useSession();
  if (account === null) throw new Error('This screen needs a signed-in user.');
  return account;
}
