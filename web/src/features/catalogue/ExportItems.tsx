import { api } from '@/api/client';
import { ExportButton } from '@/shared/list/ExportButton';
import type { Catalogue } from './catalogue';
import { useItemFilter } from './useItemFilter';

export function ExportItems({ catalogue: { address, noun } }: { catalogue: Catalogue }) {
  const { filter: query } = useItemFilter();
  return (
    <ExportButton fileName={`${noun.many}.csv`} load={() => api.download(`${address}/export` as const, { query })} />
  );
}
