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
import { storeUser, type User } from './queries';

export function UserAddress({ user }: { user: User }) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const address = user.address ?? emptyAddress;
  const up = paths.users.details(user.email);

  async function save(edited: typeof address, version = user.version) {
    const body = { email: user.email, version, address: edited };
    storeUser(client, await api.put('/UserManagement/address', { body }));
    notify.success('The address is saved.');
    await navigateAfterSave(up, { replace: true });
  }

  async function remove(version: number) {
    storeUser(client, await api.put('/UserManagement/address', { body: { email: user.email, version } }));
    notify.success('The address is removed.');
    await navigateAfterSave(up, { replace: true });
  }

  return (
    <Card>
      <Form
        rules={rules.AddressInput}
        defaultValues={address}
        editing={{ id: user.email, version: user.version }}
        currentValues={(current) => (current as User).address ?? emptyAddress}
        submitLabel="Save address"
        onSubmit={save}
        actions={<ButtonLink to={up}>Cancel</ButtonLink>}
        removal={user.address && <RemoveAddress version={user.version} onRemove={remove} />}
      >
        <AddressFields />
      </Form>
    </Card>
  );
}
