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
import { storeUser, type User } from './queries';

export function UserAddress({ user }: { user: User }) {
  const client = useQueryClient();
  const leadOn = useLeadOn();
  const address = user.address ?? emptyAddress;
  const up = paths.users.details(user.email);

  async function save(edited: typeof address) {
    storeUser(client, await api.put('/UserManagement/address', { body: { email: user.email, address: edited } }));
    await leadOn(up, { replace: true });
  }

  return (
    <Card>
      <Form
        rules={rules.AddressInput}
        defaultValues={address}
        editing={{ id: user.email, version: user.version }}
        submitLabel="Save address"
        onSubmit={save}
        actions={<ButtonLink to={up}>Cancel</ButtonLink>}
        removal={user.address && <RemoveAddress email={user.email} />}
      >
        <AddressFields />
      </Form>
    </Card>
  );
}

function RemoveAddress({ email }: { email: string }) {
  const client = useQueryClient();
  const leadOn = useLeadOn();
  const [asking, setAsking] = useState(false);
  const removal = useAction(async () => {
    storeUser(client, await api.put('/UserManagement/address', { body: { email } }));
    await leadOn(paths.users.details(email), { replace: true });
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
