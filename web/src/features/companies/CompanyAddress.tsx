import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/api/client';
import { rules } from '@/api/rules.gen';
import { paths } from '@/paths';
import { AddressFields, emptyAddress } from '@/shared/forms/AddressFields';
import { Form } from '@/shared/forms/Form';
import { useAction } from '@/shared/forms/useAction';
import { Button, ButtonLink } from '@/shared/ui/Button';
import { Card } from '@/shared/ui/Card';
import { ActionDialog } from '@/shared/ui/Dialog';
import { useLeadOn } from '@/shared/useLeadOn';
import { type Company, storeCompany } from './queries';

export function CompanyAddress({ company }: { company: Company }) {
  const client = useQueryClient();
  const leadOn = useLeadOn();
  const address = company.headAddress ?? emptyAddress;
  const up = paths.companies.details(company.id);

  async function save(edited: typeof address) {
    storeCompany(client, await api.put('/company/address', { body: { id: company.id, address: edited } }));
    await leadOn(up, { replace: true });
  }

  return (
    <Card>
      <Form
        rules={rules.AddressInput}
        defaultValues={address}
        editing={company}
        submitLabel="Save address"
        onSubmit={save}
        actions={<ButtonLink to={up}>Cancel</ButtonLink>}
        removal={company.headAddress && <RemoveAddress company={company} />}
      >
        <AddressFields />
      </Form>
    </Card>
  );
}

function RemoveAddress({ company }: { company: Company }) {
  const client = useQueryClient();
  const leadOn = useLeadOn();
  const [asking, setAsking] = useState(false);
  const removal = useAction(async () => {
    storeCompany(client, await api.put('/company/address', { body: { id: company.id } }));
    await leadOn(paths.companies.details(company.id), { replace: true });
  });

  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        Remove address
      </Button>
      {asking && (
        <ActionDialog
          title="Removing Address"
          message="Are you sure you want to remove this address?"
          verb="Delete"
          danger
          action={removal}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
