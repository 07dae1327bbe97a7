import type { AnswerOf } from '@/api/client';
import { paths } from '@/paths';

type CompanyModerator = AnswerOf<'/company/{id}', 'get'>['moderators'][number];
type Project = AnswerOf<'/project/{id}', 'get'>;
type ProjectModerator = Project['moderators'][number];
/** A moderator of a project's company, whose role holds in the project too. */
export type InheritedModerator = Project['inheritedModerators'][number];

/** A link between a person and what they moderate. */
export type Moderator = Omit<CompanyModerator, 'companyId'> & Omit<ProjectModerator, 'projectId'>;

/** What has moderators: the two kinds are alike in all but their addresses. */
export interface Moderated {
  kind: 'company' | 'project';
  id: string;
  moderators: Moderator[];
  /** A company has none. */
  inheritedModerators?: InheritedModerator[];
  access: { manageModerators: boolean; assignableRoles: Moderator['role'][] };
}

export const moderatorCall = { company: '/company/moderator', project: '/project/moderator' } as const;

const pages = { company: paths.companies, project: paths.projects };

export function parentPath({ kind, id }: Moderated): string {
  return pages[kind].details(id);
}

export function listPath({ kind }: Moderated): string {
  return pages[kind].list();
}

export function newModeratorPath({ kind, id }: Moderated): string {
  return pages[kind].newModerator(id);
}

/** A Manager manages everyone but Owners. */
export function mayManage({ access }: Moderated, { role }: Moderator): boolean {
  return access.manageModerators && access.assignableRoles.includes(role);
}
