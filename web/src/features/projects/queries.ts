import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';
import { invalidate, setServerData } from '@/api/invalidate';
import { queryKeys } from '@/api/queryKeys';
import type { Pages } from '@/shared/list/pages';
import { failsPage } from '@/shared/readFailure';

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
  setServerData(client, projectQuery(project.id).queryKey, project);
  void invalidate(client, 'project', project.id, 'keep');
}
