import { Link } from 'react-router';
import { api } from '@/api/client';
import { signInRules } from '@/api/signInRules.gen';
import { paths } from '@/paths';
import { beginSession } from '@/session/session';
import { Form } from '@/shared/forms/Form';
import { fieldsFor } from '@/shared/forms/fields';
import { notify } from '@/shared/toast';
import { AuthPanel } from './AuthPanel';
import { messages } from './signInMessages';

const { PasswordField, TextField } = fieldsFor(signInRules.LoginInput);

const empty = { email: '', password: '' };

/** The guards lead on from here as soon as the session has begun. */
async function signIn(values: typeof empty): Promise<void> {
  const account = await api.post('/account/login', { body: values });
  beginSession(account);
  notify.success(messages.welcome(account.displayName));
}

export function LoginForm() {
  return (
    <AuthPanel title={messages.signIn} text={messages.signInText}>
      <Form
        rules={signInRules.LoginInput}
        defaultValues={empty}
        onSubmit={signIn}
        submitLabel={messages.signIn}
        guard={false}
        actions={<Link to={paths.resetPass()}>{messages.forgotPassword}</Link>}
      >
        <TextField name="email" type="email" autoComplete="username" />
        <PasswordField name="password" autoComplete="current-password" />
      </Form>
    </AuthPanel>
  );
}
