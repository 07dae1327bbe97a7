import { api, type BodyOf, type QueryOf } from '@/api/client';
import { nameOf, disableReason as reasons, userStatus } from '@/api/enumerations';
import { queryKeys } from '@/api/queryKeys';
import * as rules from '@/api/rules.gen';
import { paths } from '@/paths';
import type { Resource } from '@/resource/resource';
import { rightsMessages } from '@/session/messages';
import { currentAccount, updateAccount } from '@/session/session';
import { formatRelative } from '@/shared/format/date';
import { recordMessages } from '@/shared/recordMessages';
import { Badge } from '@/shared/ui/records/Badge';
import { messages } from './messages';
import { user as record, type User } from './record';

interface UserShape {
  record: User;
  row: User;
  input: BodyOf<'/UserManagement', 'post'>;
  query: QueryOf<'/UserManagement'>;
}

export const users: Resource<UserShape> = {
  ...record,
  keys: { lists: queryKeys.userLists, one: queryKeys.user },
  param: 'userEmail',
  adminsOnly: 'all',
  idOf: ({ email }) => email,
  nameOf: ({ displayName }) => displayName,
  state: stateBadge,
  mayEdit: ({ isErased }, { isAdmin }) => isAdmin && !isErased,

  rules: rules.UserInput,
  fields: {
    displayName: { sort: recordMessages.name, isFact: false },
    // The key, which finds the user and does not change.
    email: { sort: messages.email, card: { line: 1 }, form: { isFixed: true } },
    firstName: { table: 'hidden', form: { width: 'medium' } },
    lastName: { table: 'hidden', form: { width: 'medium' } },
    phoneNumber: { card: { line: 2 }, form: { width: 'medium' } },
    gender: { table: 'hidden', form: { width: 'medium', initial: 0 } },
    address: { kind: 'address', label: messages.address, table: 'never' },
    isAdmin: {
      label: messages.rights,
      section: messages.account,
      show: ({ isAdmin }) => (isAdmin ? rightsMessages.administrator : messages.ordinaryUser),
    },
    status: { label: recordMessages.status, section: messages.account, show: statusText },
    lastSeenAt: {
      label: messages.lastSeen,
      isFact: false,
      card: { line: 3, text: lastSeenText },
    },
    createdAt: {
      label: recordMessages.created,
      section: messages.account,
      sort: recordMessages.created,
      table: 'hidden',
    },
  },
  picture: {
    isIcon: false,
    upload: ({ email }, body) => api.put('/UserManagement/{email}/photo', { path: { email }, body }),
    remove: ({ email }) => api.delete('/UserManagement/{email}/photo', { path: { email } }),
  },

  calls: {
    list: async (query, signal) => {
      const { data, pagination } = await api.list('/UserManagement', { query, signal });
      // Administrators, who alone see the list, get whole users; others would get names for a picker.
      return { data: data as User[], pagination };
    },
    export: (query, transfer) => api.download('/UserManagement/export', { query, ...transfer }),
    read: (email, signal) => api.get('/UserManagement/{email}', { path: { email }, signal }),
    create: (body) => api.post('/UserManagement', { body }),
    save: ({ email }, input, version) => api.put('/UserManagement', { body: { ...input, email, version } }),
  },
  filters: [
    {
      param: 'admins',
      label: recordMessages.show,
      look: 'chips',
      options: [
        { value: 'all', label: recordMessages.all },
        { value: 'true', label: messages.administrators },
        { value: 'invited', label: messages.invited },
      ],
      query: (chosen) => ({ AdminsOnly: chosen === 'true', ...(chosen === 'invited' && { Invited: true }) }),
    },
  ],
  empty: () => ({ title: messages.none, text: messages.noneText }),
  address: {
    of: ({ address }) => address,
    title: messages.address,
    path: paths.users.address,
    save: ({ email }, version, address) =>
      api.put('/UserManagement/address', { body: { email, version, ...(address && { address }) } }),
  },
  onStored: showOwnChange,
};

function lastSeenText({ lastSeenAt, hasPassword, hasSignOn }: User): string {
  if (lastSeenAt) return messages.lastSeenAt(formatRelative(lastSeenAt));
  return hasPassword || hasSignOn ? messages.notSeenLately : messages.neverSignedIn;
}

/** What is out of the ordinary about a user. */
function stateBadge({ status, isAdmin, hasPassword, hasSignOn, isErased }: User) {
  if (isErased) return <Badge>{messages.erased}</Badge>;
  if (status === userStatus.Disabled) return <Badge tone="bad">{recordMessages.disabled}</Badge>;
  if (!hasPassword && !hasSignOn) return <Badge tone="warn">{messages.invited}</Badge>;
  return isAdmin && <Badge tone="accent">{rightsMessages.administrator}</Badge>;
}

function statusText({ status, disableReason, hasPassword, hasSignOn }: User): string {
  if (status === userStatus.Disabled) return messages.disabledBecause(nameOf(reasons, disableReason));
  if (hasPassword) return messages.enabled;
  return hasSignOn ? messages.enabledBySignOn : messages.invitedNoPassword;
}

/** An administrator may edit themselves here as well: the navigation shows their name and photo. */
function showOwnChange(user: User): void {
  const own = currentAccount();
  if (own?.email !== user.email) return;
  const { displayName, firstName, lastName, gender, phoneNumber, address, photoUrl, version } = user;
  updateAccount({ ...own, displayName, firstName, lastName, gender, phoneNumber, address, photoUrl, version });
}
