import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { paths } from '@/paths';
import { isolate } from '@/shared/format/isolate';
import { notify } from '@/shared/toast';
import { ButtonLink } from '@/shared/ui/Button';
import { useNavigateAfterSave } from '@/shared/useNavigateAfterSave';
import { CompanyForm, type CompanyInput } from './CompanyForm';
import { storeCompany } from './queries';

export function NewCompany() {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();

  async function create(input: CompanyInput) {
    const company = await api.post('/company', { body: input });
    storeCompany(client, company);
    notify.success(`${isolate(company.name)} is added.`);
    await navigateAfterSave(paths.companies.details(company.id), { replace: true });
  }

  return (
    <CompanyForm
      submitLabel="Add company"
      onSubmit={create}
      actions={<ButtonLink to={paths.companies.list()}>Cancel</ButtonLink>}
    />
  );
}
