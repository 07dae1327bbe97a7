import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { failsList } from '@/shared/loading/readFailure';

export type Category = AnswerOf<'/product/categories', 'get'>[number]['data'];

export type CatalogueKind = 'product' | 'subscription';

/** All of them: the panel shows every category, and they are few. */
export function categoriesQuery({ kind }: { kind: CatalogueKind }) {
  return queryOptions({
    queryKey: queryKeys.categories(kind),
    meta: failsList,
    queryFn: async ({ signal }) => {
      const categories: Category[] = [];
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const query = { PageNumber: page, PageSize: 200 };
        const { data, pagination } = await api.list(`/${kind}/categories` as const, { query, signal });
        categories.push(...data.map((one) => one.data));
        pages = pagination.totalPages;
      }
      return categories;
    },
  });
}
