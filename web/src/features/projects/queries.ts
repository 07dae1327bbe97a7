import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import type { Pages } from '@/shared/list/pages';
import { failsPage } from '@/shared/readFailure';
import { takeOver } from '@/shared/takeOver';

export type Project = AnswerOf<'/project/{id}', 'get'>;
type ProjectSummary = AnswerOf<'/project', 'get'>[number];
export type ProjectProduct = Project['products'][number];
export type ProjectSubscription = Project['subscriptions'][number];

/** What the list shows, as the server's query names it. */
export interface ProjectFilter {
  Search: string;
  SortBy: 'name' | 'createdAt';
  SortDescending: boolean;
  Removed: 'include' | 'exclude' | 'only';
  CompanyId: string;
  ProductStatus: string;
  EndingSoon: boolean;
  EndingWeek: string;
}

export function projectPages(filter: ProjectFilter): Pages<ProjectSummary> {
  return {
    queryKey: [...queryKeys.projectLists, filter],
    load: (page, signal) => api.list('/project', { query: { ...filter, ...page }, signal }),
  };
}

export function projectQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.project(id),
    meta: failsPage,
    queryFn: ({ signal }) => api.get('/project/{id}', { path: { id }, signal }),
  });
}

/** What keeps a project that is marked removed from being gone. */
export function dependantsQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.projectDependants(id),
    queryFn: ({ signal }) => api.get('/project/{id}/dependants', { path: { id }, query: { PageSize: 10 }, signal }),
  });
}

/** Takes over what the server answered to a change of a project. */
export function storeProject(client: QueryClient, project: Project): void {
  takeOver(client, projectQuery(project.id).queryKey, project);
  refreshLists(client);
}

/** Something about a project changed that the answer did not tell. */
export function refreshProject(client: QueryClient, id: string): Promise<void> {
  refreshLists(client);
  void client.invalidateQueries({ queryKey: queryKeys.projectDependants(id) });
  return client.invalidateQueries({ queryKey: queryKeys.project(id) });
}

/** A project is gone: its page must not ask for it again while it is being left. */
export function forgetProject(client: QueryClient, id: string): void {
  void client.invalidateQueries({ queryKey: queryKeys.project(id), refetchType: 'none' });
  refreshLists(client);
}

/**
 * Companies show their projects, catalogue items the projects that hold them, notifications whether their subscription
 * is there, the dashboard what all of it comes to.
 */
function refreshLists(client: QueryClient): void {
  const stale = [
    queryKeys.projectLists,
    queryKeys.companies,
    queryKeys.catalogue('product'),
    queryKeys.catalogue('subscription'),
    queryKeys.statistics,
    queryKeys.charts,
    queryKeys.notificationPages,
  ];
  for (const queryKey of stale) void client.invalidateQueries({ queryKey });
}
