import { api } from '@/api/client';
import { rules } from '@/api/rules.gen';
import type { Account } from '@/session/session';
import { Form } from '@/shared/forms/Form';
import { SelectField, TextField } from '@/shared/forms/fields';
import { notify } from '@/shared/toast';

interface ProfileFormProps {
  account: Account;
  /** The version that the last change made on this page led to: our own changes are no conflict. */
  ownVersion: number;
  onSaved: (account: Account) => void;
}

export function ProfileForm({ account, ownVersion, onSaved }: ProfileFormProps) {
  const { displayName, firstName, lastName, gender, phoneNumber } = account;
  const values = { displayName, firstName, lastName, gender, phoneNumber };

  async function save(edited: typeof values, version = 0): Promise<number> {
    const saved = await api.put('/account/profile', { body: { ...edited, version: Math.max(version, ownVersion) } });
    onSaved(saved);
    notify.success('Your profile is saved.');
    return saved.version;
  }

  return (
    <Form
      label="Profile"
      rules={rules.ProfileInput}
      defaultValues={values}
      editing={{ id: account.email, version: account.version }}
      onSubmit={save}
      submitLabel="Save profile"
    >
      <TextField name="displayName" autoComplete="nickname" />
      <TextField name="firstName" autoComplete="given-name" width="medium" />
      <TextField name="lastName" autoComplete="family-name" width="medium" />
      <TextField name="phoneNumber" type="tel" autoComplete="tel" width="medium" />
      <SelectField name="gender" width="medium" />
    </Form>
  );
}
