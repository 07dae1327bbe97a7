import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api } from '@/api/client';
import { rules } from '@/api/rules.gen';
import { paths } from '@/paths';
import { Form } from '@/shared/forms/Form';
import { PasswordField } from '@/shared/forms/fields';
import { newPasswordHelp } from '@/shared/forms/newPasswordHelp';
import { notify } from '@/shared/toast';
import { AuthPanel, Done } from './AuthPanel';

const title = 'Choose a new password';
const empty = { newPassword: '', confirmNewPassword: '' };

/** Only what is on the form: what is wrong with the link itself is told in the panel above it. */
const { newPassword, confirmNewPassword } = rules.ResetPasswordInput;
const passwordRules = { newPassword, confirmNewPassword };

/** Where the links in reset and invitation mails lead. */
export function ResetPasswordForm() {
  const [query, setQuery] = useSearchParams();
  const [done, setDone] = useState(false);
  const email = query.get('email');
  const token = query.get('token');

  if (done) {
    return (
      <AuthPanel title={title}>
        <Done text="You're password is reset successfully!">
          <Link to={paths.login()}>Login</Link>
        </Done>
      </AuthPanel>
    );
  }
  if (!email || !token) {
    return (
      <AuthPanel
        title={title}
        text="This link is not complete. Please open it again from the mail, or ask for a new one."
      >
        <Link to={paths.resetPass()}>Request a new link</Link>
      </AuthPanel>
    );
  }

  const link = { email, token };
  async function reset(values: typeof empty): Promise<void> {
    await api.put('/account/resetPass', { body: { ...link, ...values } });
    notify.success('Password reset successfully!');
    setDone(true);
    // The token is used up, and has no business in the history any more.
    setQuery({}, { replace: true });
  }

  return (
    <AuthPanel title={title} text={`For ${email}.`}>
      <Form
        rules={passwordRules}
        defaultValues={empty}
        onSubmit={reset}
        submitLabel="Set password"
        guard={false}
        actions={<Link to={paths.resetPass()}>Request a new link</Link>}
      >
        {/* Tells password managers whose password this is. */}
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <PasswordField name="newPassword" autoComplete="new-password" help={newPasswordHelp} />
        <PasswordField name="confirmNewPassword" autoComplete="new-password" />
      </Form>
    </AuthPanel>
  );
}
