import { api } from '@/api/client';
import { valuesFor } from '@/api/rules';
import { rules } from '@/api/rules.gen';
import type { Account } from '@/session/session';
import { Form } from '@/shared/forms/Form';
import { fieldsFor } from '@/shared/forms/fields';
import { notify, undoOfAnswer } from '@/shared/toast';
import { messages } from './messages';

const { SelectField, TextField } = fieldsFor(rules.ProfileInput);

interface ProfileFormProps {
  account: Account;
  onSaved: (account: Account) => void;
}

export function ProfileForm({ account, onSaved }: ProfileFormProps) {
  const values = valuesFor(rules.ProfileInput, account);

  async function save(edited: typeof values, version = account.version): Promise<number> {
    const saved = await api.put('/account/profile', { body: { ...edited, version } });
    onSaved(saved);
    notify.success(messages.profileSaved, undoOfAnswer(saved));
    return saved.version;
  }

  return (
    <Form
      label={messages.profile}
      rules={rules.ProfileInput}
      defaultValues={values}
      editing={{ id: account.email, version: account.version }}
      onSubmit={save}
      submitLabel={messages.saveProfile}
    >
      <TextField name="displayName" autoComplete="nickname" />
      <TextField name="firstName" autoComplete="given-name" width="medium" />
      <TextField name="lastName" autoComplete="family-name" width="medium" />
      <TextField name="phoneNumber" type="tel" autoComplete="tel" width="medium" />
      <SelectField name="gender" width="medium" />
    </Form>
  );
}
