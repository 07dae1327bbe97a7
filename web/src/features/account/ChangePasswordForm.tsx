import { useState } from 'react';
import { api } from '@/api/client';
import { rules } from '@/api/rules.gen';
import { Form } from '@/shared/forms/Form';
import { fieldsFor } from '@/shared/forms/fields';
import { messages as formMessages } from '@/shared/forms/messages';
import { notify } from '@/shared/toast';
import { messages } from './messages';

const { PasswordField } = fieldsFor(rules.ChangePasswordInput);

const empty = { currentPassword: '', newPassword: '', confirmNewPassword: '' };

export function ChangePasswordForm() {
  // A new form after each change: nobody wants their password to stay in the fields.
  const [changes, setChanges] = useState(0);

  async function change(values: typeof empty): Promise<void> {
    await api.put('/account/changePassword', { body: values });
    notify.success(messages.passwordChanged);
    setChanges(changes + 1);
  }

  return (
    <Form
      key={changes}
      label={messages.changePassword}
      rules={rules.ChangePasswordInput}
      defaultValues={empty}
      onSubmit={change}
      submitLabel={messages.changePassword}
    >
      <PasswordField name="currentPassword" autoComplete="current-password" />
      <PasswordField name="newPassword" autoComplete="new-password" help={formMessages.newPasswordHelp} />
      <PasswordField name="confirmNewPassword" autoComplete="new-password" />
    </Form>
  );
}
