import { api } from '@/api/client';
import { ExportButton } from '@/shared/list/ExportButton';
import { useProjectFilter } from './useProjectFilter';

export function ExportProjects() {
  const query = useProjectFilter();
  return <ExportButton fileName="projects.csv" load={() => api.download('/project/export', { query })} />;
}
