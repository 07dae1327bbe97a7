import { api } from '@/api/client';
import { ExportButton } from '@/shared/list/ExportButton';
import { useCompanyFilter } from './useCompanyFilter';

export function ExportCompanies() {
  const query = useCompanyFilter();
  return <ExportButton fileName="companies.csv" load={() => api.download('/company/export', { query })} />;
}
