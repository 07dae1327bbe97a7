import { useState } from 'react';
import { api } from '@/api/client';
import { rules } from '@/api/rules.gen';
import type { Account } from '@/session/session';
import { Form } from '@/shared/forms/Form';
import { TextField } from '@/shared/forms/fields';
import { useAction } from '@/shared/forms/useAction';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/Button';
import { ConfirmDialog } from '@/shared/ui/Dialog';

const empty = { country: '', provinceState: '', city: null, street: null, building: null, postalZipCode: null };

interface AccountAddressProps {
  account: Account;
  onSaved: (account: Account) => void;
}

export function AccountAddress({ account, onSaved }: AccountAddressProps) {
  const address = account.address ?? empty;

  async function save(edited: typeof address): Promise<void> {
    // The contract takes the address bare as well, and wants both forms filled.
    onSaved(await api.put('/account/profile/address', { body: { ...edited, address: edited } }));
    notify.success('Your address is saved.');
  }

  return (
    <Form
      // An empty form once the address is removed.
      key={account.address ? 'address' : 'none'}
      label="Address"
      rules={rules.AddressInput}
      defaultValues={address}
      onSubmit={save}
      submitLabel="Save address"
      actions={account.address && <RemoveAddress onSaved={onSaved} />}
    >
      <TextField name="country" autoComplete="country-name" width="medium" />
      <TextField name="provinceState" autoComplete="address-level1" width="medium" />
      <TextField name="city" autoComplete="address-level2" width="medium" />
      <TextField name="street" autoComplete="address-line1" width="medium" />
      <TextField name="building" autoComplete="address-line2" width="medium" />
      <TextField name="postalZipCode" autoComplete="postal-code" width="short" />
    </Form>
  );
}

function RemoveAddress({ onSaved }: Pick<AccountAddressProps, 'onSaved'>) {
  const [asking, setAsking] = useState(false);
  const removal = useAction(async () => {
    onSaved(await api.put('/account/profile/address'));
    notify.success('Your address is removed.');
  });

  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        Remove address
      </Button>
      {asking && (
        <ConfirmDialog
          title="Remove address"
          message="Are you sure you want to remove your address?"
          verb="Remove"
          danger
          busy={removal.status === 'in progress'}
          onConfirm={() => void removal.run().then(() => setAsking(false))}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
