import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api } from '@/api/client';
import { rules } from '@/api/rules.gen';
import { paths } from '@/paths';
import { mailedLink } from '@/session/mailedLink';
import { type Account, signOut } from '@/session/session';
import { useSession } from '@/session/useAccount';
import { isolate } from '@/shared/format/isolate';
import { Form } from '@/shared/forms/Form';
import { PasswordField } from '@/shared/forms/fields';
import { newPasswordHelp } from '@/shared/forms/newPasswordHelp';
import { notify } from '@/shared/toast';
import { Button, ButtonLink } from '@/shared/ui/Button';
import { AuthPanel, Done, Ways } from './AuthPanel';

const title = 'Choose a new password';
const empty = { newPassword: '', confirmNewPassword: '' };

/** Only what is on the form: what is wrong with the link itself is told in the panel above it. */
const { newPassword, confirmNewPassword } = rules.ResetPasswordInput;
const passwordRules = { newPassword, confirmNewPassword };

/** Where the links in reset and invitation mails lead. */
export function ResetPasswordForm() {
  const link = mailedLink.use();
  const account = useSession();
  const [query, setQuery] = useSearchParams();
  const [done, setDone] = useState(false);

  if (done) {
    return (
      <AuthPanel title={title}>
        <Done text="You're password is reset successfully!">
          <Link to={paths.login()}>Login</Link>
        </Done>
      </AuthPanel>
    );
  }
  if (!link) return <LinkMissing email={query.get('email')} />;
  if (account) return <LinkWhileSignedIn email={link.email} account={account} />;

  const { email, token } = link;
  async function reset(values: typeof empty): Promise<void> {
    await api.put('/account/resetPass', { body: { email, token, ...values } });
    notify.success('Password reset successfully!');
    setDone(true);
    mailedLink.set(null); // it is used up
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

/** The address is all that a reload leaves: the token was taken out of it. */
function LinkMissing({ email }: { email: string | null }) {
  const text = email
    ? `Please open the link in the mail to ${email} again: for your safety this page forgets it when it is reloaded.`
    : 'This link is not complete. Please open it again from the mail, or ask for a new one.';
  return (
    <AuthPanel title={title} text={text}>
      <Link to={paths.resetPass()}>Request a new link</Link>
    </AuthPanel>
  );
}

function LinkWhileSignedIn({ email, account }: { email: string; account: Account }) {
  const isOwn = email.trim().toLowerCase() === account.email;
  const signedIn = `You are signed in as ${isolate(account.displayName)} (${account.email}).`;
  return (
    <AuthPanel title={title} text={`This link is for ${email}.`}>
      <p>
        {isOwn
          ? `${signedIn} Sign out to use the link, or change your password on your account page.`
          : `${signedIn} Sign out to use the link.`}
      </p>
      <Ways>
        <Button look="primary" onClick={() => void signOut()}>
          Sign out and use the link
        </Button>
        <ButtonLink to={isOwn ? paths.app.account() : paths.app.dashboard()}>
          {isOwn ? 'Account page' : 'Stay signed in'}
        </ButtonLink>
      </Ways>
    </AuthPanel>
  );
}
