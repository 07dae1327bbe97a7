import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { useRemoval } from '@/shared/useRemoval';
import type { Catalogue, Item } from './catalogue';

/** An item is used by the projects that attach it. */
export function useItemRemoval(catalogue: Catalogue, { id, name }: Item) {
  const client = useQueryClient();
  return useRemoval({
    name,
    remove: () => api.delete(catalogue.address, { body: { id } }),
    restore: () => api.put(`${catalogue.address}/restore` as const, { body: { id } }),
    invalidate: (state) => invalidate(client, catalogue.kind, id, state),
    parent: catalogue.paths.list(),
    needs: 'its category',
  });
}
