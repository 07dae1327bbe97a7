import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { rules } from '@/api/rules.gen';
import { paths } from '@/paths';
import { isolate } from '@/shared/format/isolate';
import { Form } from '@/shared/forms/Form';
import { valuesFor } from '@/shared/forms/validate';
import { notify } from '@/shared/toast';
import { ButtonLink } from '@/shared/ui/Button';
import { Card } from '@/shared/ui/Card';
import { useNavigateAfterSave } from '@/shared/useNavigateAfterSave';
import { storeUser, type User } from './queries';
import { UserFields } from './UserFields';

// The e-mail address is the key: it finds the user and does not change.
const { email: _, ...editable } = rules.UserEdit;

export function EditUser({ user }: { user: User }) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const { email } = user;
  const values = valuesFor(editable, user);
  const details = paths.users.details(email);

  async function save(edited: typeof values, version = user.version) {
    const saved = await api.put('/UserManagement', { body: { ...edited, email, version } });
    storeUser(client, saved);
    notify.success(`${isolate(saved.displayName)} is saved.`);
    await navigateAfterSave(details, { replace: true });
  }

  return (
    <Card>
      <Form
        rules={editable}
        defaultValues={values}
        editing={{ id: email, version: user.version }}
        submitLabel="Save"
        onSubmit={save}
        actions={<ButtonLink to={details}>Cancel</ButtonLink>}
      >
        <UserFields />
      </Form>
    </Card>
  );
}
