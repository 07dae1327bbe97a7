import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import { updateAccount } from '@/session/session';
import { failsPage } from '@/shared/readFailure';

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
