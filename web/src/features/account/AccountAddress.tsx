import { useState } from 'react';
import { api } from '@/api/client';
import { rules } from '@/api/rules.gen';
import type { Account } from '@/session/session';
import { AddressFields, emptyAddress, RemoveAddress } from '@/shared/forms/Address';
import { Form } from '@/shared/forms/Form';
import { notify } from '@/shared/toast';
import { messages } from './messages';

interface AccountAddressProps {
  account: Account;
  onSaved: (account: Account) => void;
}

export function AccountAddress({ account, onSaved }: AccountAddressProps) {
  const address = account.address ?? emptyAddress;
  const [removals, setRemovals] = useState(0);

  async function save(edited: typeof address, version = account.version): Promise<number> {
    const saved = await api.put('/account/profile/address', { body: { version, address: edited } });
    onSaved(saved);
    notify.success(messages.addressSaved);
    return saved.version;
  }

  async function remove(version: number) {
    onSaved(await api.put('/account/profile/address', { body: { version } }));
    setRemovals(removals + 1);
    notify.success(messages.addressRemoved);
  }

  return (
    <Form
      // An empty form once the address is removed.
      key={removals}
      label={messages.address}
      rules={rules.AddressInput}
      defaultValues={address}
      editing={{ id: account.email, version: account.version }}
      currentValues={(current) => (current as Account).address ?? emptyAddress}
      onSubmit={save}
      submitLabel={messages.saveAddress}
      removal={account.address && <RemoveAddress version={account.version} onRemove={remove} />}
    >
      <AddressFields />
    </Form>
  );
}
