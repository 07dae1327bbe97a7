import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';
import { invalidate, setServerData } from '@/api/invalidate';
import { queryKeys } from '@/api/queryKeys';
import type { Pages } from '@/shared/list/pages';
import { failsInPlace, failsPage } from '@/shared/readFailure';
import type { Catalogue, Item } from './catalogue';

export type Category = AnswerOf<'/product/categories', 'get'>[number]['data'];
export type Dependants = AnswerOf<'/product/{id}/dependants', 'get'>;

/** Which of the two catalogues, as the server knows it. */
type CatalogueName = Pick<Catalogue, 'kind' | 'address'>;

/** What the list shows, as the server's query names it. */
export interface ItemFilter {
  Search: string;
  CategoryName: string;
  Status: string;
  SortBy: 'name' | 'createdAt';
  SortDescending: boolean;
  Removed: 'include' | 'exclude' | 'only';
}

export function itemPages({ kind, address }: CatalogueName, filter: ItemFilter): Pages<Item> {
  return {
    queryKey: [...queryKeys.catalogueLists(kind), filter],
    load: (page, signal) => api.list(address, { query: { ...filter, ...page }, signal }),
  };
}

export function itemQuery({ kind, address }: Catalogue, id: string) {
  return queryOptions({
    queryKey: queryKeys.catalogueItem(kind, id),
    meta: failsPage,
    queryFn: ({ signal }): Promise<Item> => api.get(`${address}/{id}` as const, { path: { id }, signal }),
  });
}

/** The projects that use an item. */
export function usesQuery({ kind, address }: Catalogue, id: string, PageSize = 10) {
  return queryOptions({
    queryKey: [...queryKeys.catalogueDependants(kind, id), PageSize],
    meta: failsInPlace,
    // Asked before something is removed: then what was true some seconds ago is not enough.
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.get(`${address}/{id}/dependants` as const, { path: { id }, query: { PageSize }, signal }),
  });
}

/** All of them: the panel shows every category, and they are few. */
export function categoriesQuery({ kind, address }: CatalogueName) {
  return queryOptions({
    queryKey: queryKeys.categories(kind),
    meta: failsPage,
    queryFn: async ({ signal }) => {
      const categories: Category[] = [];
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const query = { PageNumber: page, PageSize: 200 };
        const { data, pagination } = await api.list(`${address}/categories` as const, { query, signal });
        categories.push(...data.map((one) => one.data));
        pages = pagination.totalPages;
      }
      return categories;
    },
  });
}

/** The items of a category, which keep it from being gone. */
export function categoryItemsQuery({ kind, address }: Catalogue, name: string) {
  return queryOptions({
    queryKey: queryKeys.categoryDependants(kind, name),
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.get(`${address}/categories/{name}/dependants` as const, { path: { name }, query: { PageSize: 10 }, signal }),
  });
}

/** Takes over what the server answered to a change of an item. */
export function storeItem(client: QueryClient, catalogue: Catalogue, item: Item): void {
  setServerData(client, itemQuery(catalogue, item.id).queryKey, item);
  void invalidate(client, catalogue.kind, item.id, 'keep');
}

/** Shows in the panel what became of a category, or takes it away. */
export function storeCategory(
  client: QueryClient,
  catalogue: Catalogue,
  name: string,
  change: Partial<Category> | undefined,
): void {
  setServerData(client, categoriesQuery(catalogue).queryKey, (old = []) =>
    change
      ? old.map((one) => (one.name === name ? { ...one, ...change } : one))
      : old.filter((one) => one.name !== name),
  );
  void invalidate(client, `${catalogue.kind}Category`, name, change ? 'read' : 'gone');
}
