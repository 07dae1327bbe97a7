import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';
import { invalidate, setServerData } from '@/api/invalidate';
import { queryKeys } from '@/api/queryKeys';
import type { Pages } from '@/shared/list/pages';
import { longestSearch } from '@/shared/longestSearch';
import { failsInPlace, failsPage } from '@/shared/readFailure';

export type Company = AnswerOf<'/company/{id}', 'get'>;
export type CompanySummary = AnswerOf<'/company', 'get'>[number];

/** What the list shows, as the server's query names it. */
export interface CompanyFilter {
  Search: string;
  SortBy: 'name' | 'createdAt';
  SortDescending: boolean;
  Removed: 'include' | 'exclude' | 'only';
}

export function companyPages(filter: CompanyFilter): Pages<CompanySummary> {
  return {
    queryKey: [...queryKeys.companyLists, filter],
    load: (page, signal) => api.list('/company', { query: { ...filter, ...page }, signal }),
  };
}

export function companyQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.company(id),
    meta: failsPage,
    queryFn: ({ signal }) => api.get('/company/{id}', { path: { id }, signal }),
  });
}

/** What keeps a company that is marked removed from being gone. */
export function dependantsQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.companyDependants(id),
    queryFn: ({ signal }) => api.get('/company/{id}/dependants', { path: { id }, query: { PageSize: 10 }, signal }),
  });
}

/** The companies that have a name. It only serves a hint, so nobody is told when it fails. */
export function companiesNamedQuery(name: string) {
  const query = { Search: name.slice(0, longestSearch), PageSize: 200 };
  return queryOptions({
    queryKey: queryKeys.companiesNamed(name),
    meta: failsInPlace,
    queryFn: async ({ signal }) => {
      const found = await api.get('/company', { query, signal });
      return found.filter((company) => isSameName(company.name, name));
    },
  });
}

/** Whether two names look the same to a reader: neither case nor space around them counts. */
export function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** Takes over what the server answered to a change of a company. */
export function storeCompany(client: QueryClient, company: Company): void {
  setServerData(client, companyQuery(company.id).queryKey, company);
  void invalidate(client, 'company', company.id, 'keep');
}
