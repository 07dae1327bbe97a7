import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { removalResult, restoreResult } from '@/api/enumerations';
import { useAction } from '@/shared/forms/useAction';
import { notify } from '@/shared/toast';
import { useLeadOn } from '@/shared/useLeadOn';
import type { Catalogue, Item } from './catalogue';
import { forgetItem, refreshItem } from './queries';

/** Removes an item: one that projects use stays, marked, until they do not; any other is gone at once, with an Undo. */
export function useRemoveItem(catalogue: Catalogue, { id, name }: Item) {
  const client = useQueryClient();
  const leadOn = useLeadOn();
  const restore = useRestoreItem(catalogue, { id, name });
  return useAction(async () => {
    const result = await api.delete(catalogue.address, { body: { id } });
    if (result === removalResult.RequireFinalization) {
      await refreshItem(client, catalogue, id);
      return;
    }
    forgetItem(client, catalogue, id);
    if (result === removalResult.Removed) {
      notify.success(`${name} is removed.`, { label: 'Undo', run: () => void restore.run() });
    }
    await leadOn(catalogue.paths.list());
  });
}

export function useRestoreItem(catalogue: Catalogue, { id, name }: Pick<Item, 'id' | 'name'>) {
  const client = useQueryClient();
  const leadOn = useLeadOn();
  return useAction(async () => {
    const result = await api.put(`${catalogue.address}/restore` as const, { body: { id } });
    if (result === restoreResult.Restored) {
      notify.success(`${name} is restored.`);
      await refreshItem(client, catalogue, id);
    } else if (result === restoreResult.NotFound) {
      notify.error(`${name} is gone and can not be restored.`);
      forgetItem(client, catalogue, id);
      await leadOn(catalogue.paths.list());
    } else {
      notify.error(`${name} can not be restored while its category is removed.`);
    }
  });
}
