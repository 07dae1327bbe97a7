import { queryOptions } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api } from '@/api/client';
import { failsPage } from '@/shared/loading/readFailure';
import { type Account, currentAccount, subscribeSession, updateAccount } from './session';

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

/** The account as it is stored now; what the session holds may be hours old. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  meta: failsPage,
  queryFn: async ({ signal }) => {
    const account = await api.get('/account', { signal });
    updateAccount(account);
    return account;
  },
});
