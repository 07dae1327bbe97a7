import { FolderKanban, UserRound } from 'lucide-react';
import type { AnswerOf } from '@/api/client';
import { moderatorRole } from '@/api/enumerations';
import { paths } from '@/paths';
import { nouns } from '@/records/messages';
import { type FieldKinds, type Place, part, type RecordKind } from '@/records/record';

export type Project = AnswerOf<'/project/{id}', 'get'>;

export const project = {
  kind: 'project',
  noun: nouns.project,
  Icon: FolderKanban,
  paths: paths.projects,
  fieldKinds: { name: 'text', companyName: 'text', isLive: 'yesNo' } satisfies FieldKinds<Project>,
  identity: 'name',
  pathOf: ({ id }) => paths.projects.details(id),
  parentPathOf: paths.projects.list,
  hasAttachments: true,
  list: {
    path: paths.projects.list,
    key: 'p',
    views: {
      params: { Search: 'search', Removed: 'removed', CompanyId: 'company', ProductStatus: 'status' },
      usual: { removed: 'include' },
    },
  },
  adding: { path: paths.projects.create, may: ({ addsProjects }) => addsProjects },
  import: { forAdmins: false },
  search: { Icon: FolderKanban, note: 'parent' },
  bulk: { addModerator: 'all', setField: 'all', restore: 'all', remove: 'all', removeWithContents: 'all' },
} satisfies RecordKind & { paths: object };

/** The page of the project that a part belongs to. */
export function projectPage({ projectId }: Place): string {
  return projectId ? paths.projects.details(projectId) : paths.projects.list();
}

export const projectModerator = {
  ...part,
  kind: 'projectModerator',
  noun: nouns.projectModerator,
  Icon: UserRound,
  fieldKinds: { userEmail: 'email', role: moderatorRole, details: 'longText' } satisfies FieldKinds<
    Project['moderators'][number]
  >,
  identity: 'userEmail',
  pathOf: (place) => (place.projectId ? projectPage(place) : undefined),
  parentPathOf: projectPage,
  hasAttachments: false,
} satisfies RecordKind;
