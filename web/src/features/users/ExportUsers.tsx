import { Download } from 'lucide-react';
import { api } from '@/api/client';
import { useAction } from '@/shared/forms/useAction';
import { saveFile } from '@/shared/saveFile';
import { Button } from '@/shared/ui/Button';
import { useUserFilter } from './useUserFilter';

/** Every user that the list's search finds, not only the page in sight. */
export function ExportUsers() {
  const { filter } = useUserFilter();
  const { status, run } = useAction(async () => {
    const { PageNumber: _, PageSize: __, ...query } = filter;
    saveFile(await api.download('/UserManagement/export', { query }), 'users.csv');
  });
  return (
    <Button icon={<Download aria-hidden />} busy={status === 'in progress'} onClick={() => void run()}>
      Export
    </Button>
  );
}
