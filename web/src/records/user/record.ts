import { UserRound, Users } from 'lucide-react';
import type { AnswerOf } from '@/api/client';
import { disableReason, gender, userStatus } from '@/api/enumerations';
import { paths } from '@/paths';
import { nouns } from '@/records/messages';
import { type FieldKinds, isAdmin, type RecordKind } from '@/records/record';

export type User = AnswerOf<'/UserManagement/{email}', 'get'>;

export const user = {
  kind: 'user',
  noun: nouns.user,
  Icon: Users,
  paths: paths.users,
  fieldKinds: {
    displayName: 'text',
    email: 'email',
    firstName: 'text',
    lastName: 'text',
    phoneNumber: 'phone',
    gender,
    photoUrl: 'photo',
    isAdmin: 'yesNo',
    status: userStatus,
    disableReason,
    hasPassword: 'yesNo',
    hasSecondFactor: 'yesNo',
    hasSignOn: 'yesNo',
    isErased: 'yesNo',
    lastSeenAt: 'date',
  } satisfies FieldKinds<User>,
  identity: 'email',
  pathOf: ({ id }) => paths.users.details(id),
  parentPathOf: paths.users.list,
  hasAttachments: false,
  list: {
    path: paths.users.list,
    key: 'u',
    forAdmins: true,
    views: {
      params: { Search: 'search', AdminsOnly: 'admins' },
      usual: { admins: 'false' },
      more: (call) => (Object.fromEntries(call).Invited === 'true' ? [['admins', 'invited']] : []),
    },
  },
  adding: { path: paths.users.create, may: isAdmin },
  import: { forAdmins: true },
  search: { Icon: UserRound, note: 'id' },
  bulk: { invite: 'admins', enable: 'admins', handOver: 'admins', disable: 'admins' },
} satisfies RecordKind & { paths: object };
