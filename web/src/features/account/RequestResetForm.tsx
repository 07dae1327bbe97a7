import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '@/api/client';
import { rules } from '@/api/rules.gen';
import { paths } from '@/paths';
import { Form } from '@/shared/forms/Form';
import { TextField } from '@/shared/forms/fields';
import { notify } from '@/shared/toast';
import { AuthPanel, Done } from './AuthPanel';

const empty = { email: '' };

export function RequestResetForm() {
  const [sent, setSent] = useState(false);
  const backToLogin = <Link to={paths.login()}>Back to login</Link>;

  async function request(values: typeof empty): Promise<void> {
    await api.post('/account/requestPassReset', { body: values });
    notify.success('Password reset link is sent successfully!');
    setSent(true);
  }

  if (sent) {
    return (
      <AuthPanel title="Reset password">
        <Done text="You're request is sent successfully! You will receive an email to reset password if the email is registered.">
          {backToLogin}
        </Done>
      </AuthPanel>
    );
  }
  return (
    <AuthPanel title="Reset password" text="We send you a link with which you choose a new one.">
      <Form
        rules={rules.ResetRequestInput}
        defaultValues={empty}
        onSubmit={request}
        submitLabel="Send link"
        guard={false}
        actions={backToLogin}
      >
        <TextField name="email" type="email" autoComplete="username" />
      </Form>
    </AuthPanel>
  );
}
