import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { isolate } from '@/shared/format/isolate';
import { useAction } from '@/shared/forms/useAction';
import { notify, undoBy } from '@/shared/toast';
import { removalResult, restoreResult } from '@/shared/useRemoval';
import type { Catalogue } from './catalogue';
import { storeCategory } from './queries';

/** Removes a category: one that holds items stays, marked; any other is dropped, with an Undo. Tells whether it is gone. */
export function useRemoveCategory(catalogue: Catalogue, name: string) {
  const client = useQueryClient();
  const restore = useRestoreCategory(catalogue, name);
  return useAction(async () => {
    const result = await api.delete(`${catalogue.address}/categories` as const, { body: { name } }).catch((error) => {
      notify.error(`Couldn't remove category: ${isolate(name)}`);
      throw error;
    });
    const isGone = result !== removalResult.RequireFinalization;
    const marked = { isRemoved: true, removedAt: new Date().toISOString() };
    storeCategory(client, catalogue, name, isGone ? undefined : marked);
    if (result === removalResult.Removed) {
      notify.success(
        `Category ${isolate(name)} is removed.`,
        undoBy(() => void restore.run()),
      );
    }
    return isGone;
  });
}

export function useRestoreCategory(catalogue: Catalogue, name: string) {
  const client = useQueryClient();
  return useAction(async () => {
    const failed = `Couldn't restore category: ${isolate(name)}`;
    const result = await api
      .put(`${catalogue.address}/categories/restore` as const, { body: { name } })
      .catch((error) => {
        notify.error(failed);
        throw error;
      });
    if (result !== restoreResult.Restored) {
      notify.error(failed);
      storeCategory(client, catalogue, name, undefined);
      return;
    }
    notify.success(`Category ${isolate(name)} is restored.`);
    storeCategory(client, catalogue, name, { isRemoved: false, removedAt: null });
  });
}
