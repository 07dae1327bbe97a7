import { Building2, UserRound } from 'lucide-react';
import type { AnswerOf } from '@/api/client';
import { moderatorRole } from '@/api/enumerations';
import { paths } from '@/paths';
import { nouns } from '@/records/messages';
import { type FieldKinds, isAdmin, part, type RecordKind } from '@/records/record';

export type Company = AnswerOf<'/company/{id}', 'get'>;

export const company = {
  kind: 'company',
  noun: nouns.company,
  Icon: Building2,
  paths: paths.companies,
  fieldKinds: {
    name: 'text',
    details: 'longText',
    supportEmail: 'email',
    supportPhone: 'phone',
    photoUrl: 'photo',
  } satisfies FieldKinds<Company>,
  identity: 'name',
  pathOf: ({ id }) => paths.companies.details(id),
  parentPathOf: paths.companies.list,
  hasAttachments: true,
  list: {
    path: paths.companies.list,
    key: 'c',
    views: { params: { Search: 'search', Removed: 'removed' }, usual: { removed: 'include' } },
  },
  adding: { path: paths.companies.create, may: isAdmin },
  import: { forAdmins: false },
  search: { Icon: Building2, note: 'parent' },
  bulk: { addModerator: 'all', setField: 'all', restore: 'admins', remove: 'admins', removeWithContents: 'admins' },
} satisfies RecordKind & { paths: object };

/** The page of the company shows its moderators. */
const page = ({ companyId }: { companyId?: string | null }) =>
  companyId ? paths.companies.details(companyId) : undefined;

export const companyModerator = {
  ...part,
  kind: 'companyModerator',
  noun: nouns.companyModerator,
  Icon: UserRound,
  fieldKinds: { userEmail: 'email', role: moderatorRole, details: 'longText' } satisfies FieldKinds<
    Company['moderators'][number]
  >,
  identity: 'userEmail',
  pathOf: page,
  parentPathOf: (place) => page(place) ?? paths.companies.list(),
  hasAttachments: false,
} satisfies RecordKind;
