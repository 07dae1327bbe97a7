import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';
import { invalidate, setServerData } from '@/api/invalidate';
import { queryKeys } from '@/api/queryKeys';
import { currentAccount, updateAccount } from '@/session/session';
import type { Pages } from '@/shared/list/pages';
import { failsPage } from '@/shared/readFailure';

export type User = AnswerOf<'/UserManagement/{email}', 'get'>;

/** What the list shows, as the server's query names it. */
export interface UserFilter {
  Search: string;
  SortBy: 'displayName' | 'email' | 'createdAt';
  SortDescending: boolean;
  AdminsOnly: boolean;
}

export function userPages(filter: UserFilter): Pages<User> {
  return {
    queryKey: [...queryKeys.userLists, filter],
    load: async (page, signal) => {
      const { data, pagination } = await api.list('/UserManagement', { query: { ...filter, ...page }, signal });
      // Administrators, who alone see the list, get whole users; others would get names for a picker.
      return { data: data as User[], pagination };
    },
  };
}

export function userQuery(email: string) {
  return queryOptions({
    queryKey: queryKeys.user(email),
    meta: failsPage,
    queryFn: ({ signal }) => api.get('/UserManagement/{email}', { path: { email }, signal }),
  });
}

/** Takes over what the server answered to a change of a user. */
export function storeUser(client: QueryClient, user: User): void {
  setServerData(client, userQuery(user.email).queryKey, user);
  void invalidate(client, 'user', user.email, 'keep');
  showOwnChange(user);
}

/** An administrator may edit themselves here as well: the navigation shows their name and photo. */
function showOwnChange(user: User): void {
  const own = currentAccount();
  if (own?.email !== user.email) return;
  const { displayName, firstName, lastName, gender, phoneNumber, address, photoUrl, version } = user;
  updateAccount({ ...own, displayName, firstName, lastName, gender, phoneNumber, address, photoUrl, version });
}
