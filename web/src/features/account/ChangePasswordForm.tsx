import { useState } from 'react';
import { api } from '@/api/client';
import { rules } from '@/api/rules.gen';
import { Form } from '@/shared/forms/Form';
import { PasswordField } from '@/shared/forms/fields';
import { newPasswordHelp } from '@/shared/forms/newPasswordHelp';
import { notify } from '@/shared/toast';

const empty = { currentPassword: '', newPassword: '', confirmNewPassword: '' };

export function ChangePasswordForm() {
  // A new form after each change: nobody wants their password to stay in the fields.
  const [changes, setChanges] = useState(0);

  async function change(values: typeof empty): Promise<void> {
    await api.put('/account/changePassword', { body: values });
    notify.success('Your password is changed. Other sessions have been signed out.');
    setChanges(changes + 1);
  }

  return (
    <Form
      key={changes}
      label="Change password"
      rules={rules.ChangePasswordInput}
      defaultValues={empty}
      onSubmit={change}
      submitLabel="Change password"
    >
      <PasswordField name="currentPassword" autoComplete="current-password" />
      <PasswordField name="newPassword" autoComplete="new-password" help={newPasswordHelp} />
      <PasswordField name="confirmNewPassword" autoComplete="new-password" />
    </Form>
  );
}
