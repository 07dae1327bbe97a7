import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';
import { moderatorRole, nameOf } from '@/api/enumerations';
import { queryKeys } from '@/api/queryKeys';
import { rightsMessages } from '@/session/messages';
import { failsInPlace } from '@/shared/loading/readFailure';

export type GroupRole = AnswerOf<'/groupRole', 'get'>[number];
export type Preview = AnswerOf<'/groupRole/preview', 'post'>;
export type Effect = Preview['people'][number]['rights'][number];

export const groupRolesQuery = queryOptions({
  queryKey: queryKeys.groupRoles,
  meta: failsInPlace,
  queryFn: ({ signal }) => api.get('/groupRole', { signal }),
});

/** Who would get what by some rights. */
export function previewQuery(roles: GroupRole[] | undefined) {
  return queryOptions({
    queryKey: [...queryKeys.groupRoles, 'preview', roles],
    meta: failsInPlace,
    enabled: roles !== undefined,
    queryFn: ({ signal }) => api.post('/groupRole/preview', { body: roles ?? [], signal }),
    placeholderData: keepPreviousData,
  });
}

export const administrator = 'administrator';

/** The name of a right, which is a role or that of an administrator. */
export function rightName(role: GroupRole['role']): string {
  return typeof role === 'number' ? nameOf(moderatorRole, role) : rightsMessages.administrator;
}

/** The order of the server. */
export function sorted(roles: GroupRole[]): GroupRole[] {
  const key = ({ group, companyId }: GroupRole) => [group, companyId ?? ''] as const;
  return [...roles].sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    return x[0] < y[0] ? -1 : x[0] > y[0] ? 1 : x[1] < y[1] ? -1 : x[1] > y[1] ? 1 : 0;
  });
}

export const isSameRight = (a: GroupRole, b: GroupRole) => a.group === b.group && a.companyId === b.companyId;
