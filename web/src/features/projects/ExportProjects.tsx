import { Download } from 'lucide-react';
import { api } from '@/api/client';
import { useAction } from '@/shared/forms/useAction';
import { saveFile } from '@/shared/saveFile';
import { Button } from '@/shared/ui/Button';
import { useProjectFilter } from './useProjectFilter';

/** Every project that the list's filter lets through, not only the page in sight. */
export function ExportProjects() {
  const { filter } = useProjectFilter();
  const { status, run } = useAction(async () => {
    const { PageNumber: _, PageSize: __, ...query } = filter;
    saveFile(await api.download('/project/export', { query }), 'projects.csv');
  });
  return (
    <Button icon={<Download aria-hidden />} busy={status === 'in progress'} onClick={() => void run()}>
      Export
    </Button>
  );
}
