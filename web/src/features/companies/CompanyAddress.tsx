import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { rules } from '@/api/rules.gen';
import { paths } from '@/paths';
import { AddressFields, emptyAddress } from '@/shared/forms/AddressFields';
import { Form } from '@/shared/forms/Form';
import { RemoveAddress } from '@/shared/forms/RemoveAddress';
import { notify } from '@/shared/toast';
import { ButtonLink } from '@/shared/ui/Button';
import { Card } from '@/shared/ui/Card';
import { useNavigateAfterSave } from '@/shared/useNavigateAfterSave';
import { type Company, storeCompany } from './queries';

export function CompanyAddress({ company }: { company: Company }) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const address = company.headAddress ?? emptyAddress;
  const up = paths.companies.details(company.id);

  async function save(edited: typeof address, version = company.version) {
    storeCompany(client, await api.put('/company/address', { body: { id: company.id, version, address: edited } }));
    notify.success('The address is saved.');
    await navigateAfterSave(up, { replace: true });
  }

  async function remove(version: number) {
    storeCompany(client, await api.put('/company/address', { body: { id: company.id, version } }));
    notify.success('The address is removed.');
    await navigateAfterSave(up, { replace: true });
  }

  return (
    <Card>
      <Form
        rules={rules.AddressInput}
        defaultValues={address}
        editing={company}
        currentValues={(current) => (current as Company).headAddress ?? emptyAddress}
        submitLabel="Save address"
        onSubmit={save}
        actions={<ButtonLink to={up}>Cancel</ButtonLink>}
        removal={company.headAddress && <RemoveAddress version={company.version} onRemove={remove} />}
      >
        <AddressFields />
      </Form>
    </Card>
  );
}
