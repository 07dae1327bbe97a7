import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { useRemoval } from '@/shared/useRemoval';
import type { Catalogue, Item } from './catalogue';
import { forgetItem, refreshItem } from './queries';

/** An item is used by the projects that attach it. */
export function useItemRemoval(catalogue: Catalogue, { id, name }: Item) {
  const client = useQueryClient();
  return useRemoval({
    name,
    remove: () => api.delete(catalogue.address, { body: { id } }),
    restore: () => api.put(`${catalogue.address}/restore` as const, { body: { id } }),
    refresh: () => refreshItem(client, catalogue, id),
    forget: () => forgetItem(client, catalogue, id),
    parent: catalogue.paths.list(),
    needs: 'its category',
  });
}
