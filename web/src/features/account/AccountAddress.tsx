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
  const [removals, setRemovals] = useState(0);

  async function save(edited: typeof address): Promise<void> {
    onSaved(await api.put('/account/profile/address', { body: { address: edited } }));
    notify.success('Your address is saved.');
  }

  function removed(changed: Account) {
    onSaved(changed);
    setRemovals(removals + 1);
    notify.success('Your address is removed.');
  }

  return (
    <Form
      // An empty form once the address is removed.
      key={removals}
      label="Address"
      rules={rules.AddressInput}
      defaultValues={address}
      onSubmit={save}
      submitLabel="Save address"
      actions={account.address && <RemoveAddress onRemoved={removed} />}
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

function RemoveAddress({ onRemoved }: { onRemoved: (account: Account) => void }) {
  const [asking, setAsking] = useState(false);
  const removal = useAction(async () => onRemoved(await api.put('/account/profile/address')));

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
