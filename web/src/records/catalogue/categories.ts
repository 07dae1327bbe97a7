import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { invalidate, setServerData } from '@/api/invalidate';
import { queryKeys } from '@/api/queryKeys';
import { removalResult, restoreResult } from '@/resource/removal';
import type { Blocker, Dependants } from '@/resource/resource';
import { useAction } from '@/shared/forms/useAction';
import { failsInPlace } from '@/shared/loading/readFailure';
import { notify, undoBy } from '@/shared/toast';
import type { Catalogue } from './catalogue';
import { categoriesQuery } from './categoriesQuery';
import { messages } from './messages';
import type { Category } from './record';

/** What categories need of their catalogue. */
export type CatalogueName = Pick<Catalogue, 'kind' | 'noun' | 'paths' | 'Icon'>;

/** The items of a category, which keep it from being gone. */
export function categoryItemsQuery({ kind }: CatalogueName, name: string) {
  return queryOptions({
    queryKey: queryKeys.categoryDependants(kind, name),
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.get(`/${kind}/categories/{name}/dependants` as const, { path: { name }, query: { PageSize: 10 }, signal }),
  });
}

export function itemsAsBlockers({ paths }: CatalogueName, items: Dependants | undefined): Blocker[] {
  return (items?.data ?? []).map(({ id, name }) => ({ id, name, to: paths.details(id) }));
}

/** Shows in the panel what became of a category, or takes it away. */
function storeCategory(
  client: QueryClient,
  catalogue: CatalogueName,
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

/** Removes a category: one that holds items stays, marked; any other is dropped, with an Undo. Tells whether it is gone. */
export function useRemoveCategory(catalogue: CatalogueName, name: string) {
  const client = useQueryClient();
  const restore = useRestoreCategory(catalogue, name);
  return useAction(async () => {
    const result = await api.delete(`/${catalogue.kind}/categories` as const, { body: { name } }).catch((error) => {
      notify.error(messages.categoryNotRemoved(name));
      throw error;
    });
    const isGone = result !== removalResult.RequireFinalization;
    const marked = { isRemoved: true, removedAt: new Date().toISOString() };
    storeCategory(client, catalogue, name, isGone ? undefined : marked);
    if (result === removalResult.Removed) {
      notify.success(
        messages.categoryRemoved(name),
        undoBy(() => void restore.run()),
      );
    }
    return isGone;
  }, failsInPlace);
}

export function useRestoreCategory(catalogue: CatalogueName, name: string) {
  const client = useQueryClient();
  return useAction(async () => {
    const failed = messages.categoryNotRestored(name);
    const result = await api
      .put(`/${catalogue.kind}/categories/restore` as const, { body: { name } })
      .catch((error) => {
        notify.error(failed);
        throw error;
      });
    if (result !== restoreResult.Restored) {
      notify.error(failed);
      storeCategory(client, catalogue, name, undefined);
      return;
    }
    notify.success(messages.categoryRestored(name));
    storeCategory(client, catalogue, name, { isRemoved: false, removedAt: null });
  }, failsInPlace);
}
