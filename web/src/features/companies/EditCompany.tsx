import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { paths } from '@/paths';
import { isolate } from '@/shared/format/isolate';
import { notify } from '@/shared/toast';
import { ButtonLink } from '@/shared/ui/Button';
import { useNavigateAfterSave } from '@/shared/useNavigateAfterSave';
import { CompanyForm, type CompanyInput } from './CompanyForm';
import { type Company, storeCompany } from './queries';

export function EditCompany({ company }: { company: Company }) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const details = paths.companies.details(company.id);

  async function save(input: CompanyInput, version = company.version) {
    const saved = await api.put('/company', { body: { data: { ...input, id: company.id, version } } });
    storeCompany(client, saved);
    notify.success(`${isolate(saved.name)} is saved.`);
    await navigateAfterSave(details, { replace: true });
  }

  return (
    <CompanyForm
      company={company}
      editing={company}
      submitLabel="Save"
      onSubmit={save}
      actions={<ButtonLink to={details}>Cancel</ButtonLink>}
    />
  );
}
