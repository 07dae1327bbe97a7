import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '@/api/client';
import { signInRules } from '@/api/signInRules.gen';
import { paths } from '@/paths';
import { Form } from '@/shared/forms/Form';
import { fieldsFor } from '@/shared/forms/fields';
import { notify } from '@/shared/toast';
import { AuthPanel, Done } from './AuthPanel';
import { messages } from './signInMessages';

const { TextField } = fieldsFor(signInRules.ResetRequestInput);

const empty = { email: '' };

export function RequestResetForm() {
  const [sent, setSent] = useState(false);
  const backToLogin = <Link to={paths.login()}>{messages.backToLogin}</Link>;

  async function request(values: typeof empty): Promise<void> {
    await api.post('/account/requestPassReset', { body: values });
    notify.success(messages.linkSent);
    setSent(true);
  }

  if (sent) {
    return (
      <AuthPanel title={messages.resetPassword}>
        <Done text={messages.requestSent}>{backToLogin}</Done>
      </AuthPanel>
    );
  }
  return (
    <AuthPanel title={messages.resetPassword} text={messages.resetPasswordText}>
      <Form
        rules={signInRules.ResetRequestInput}
        defaultValues={empty}
        onSubmit={request}
        submitLabel={messages.sendLink}
        guard={false}
        actions={backToLogin}
      >
        <TextField name="email" type="email" autoComplete="username" />
      </Form>
    </AuthPanel>
  );
}
