import { api } from '@/api/client';
import { ExportButton } from '@/shared/list/ExportButton';
import { useUserFilter } from './useUserFilter';

export function ExportUsers() {
  const { filter: query } = useUserFilter();
  return <ExportButton fileName="users.csv" load={() => api.download('/UserManagement/export', { query })} />;
}
