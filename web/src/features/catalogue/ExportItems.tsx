import { Download } from 'lucide-react';
import { api } from '@/api/client';
import { useAction } from '@/shared/forms/useAction';
import { saveFile } from '@/shared/saveFile';
import { Button } from '@/shared/ui/Button';
import type { Catalogue } from './catalogue';
import { useItemFilter } from './useItemFilter';

/** Every item that the list's filter lets through, not only the page in sight. */
export function ExportItems({ catalogue: { address, noun } }: { catalogue: Catalogue }) {
  const { filter } = useItemFilter();
  const { status, run } = useAction(async () => {
    const { PageNumber: _, PageSize: __, ...query } = filter;
    saveFile(await api.download(`${address}/export` as const, { query }), `${noun.many}.csv`);
  });
  return (
    <Button icon={<Download aria-hidden />} busy={status === 'in progress'} onClick={() => void run()}>
      Export
    </Button>
  );
}
