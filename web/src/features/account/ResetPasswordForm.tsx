import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api } from '@/api/client';
import { signInRules } from '@/api/signInRules.gen';
import { paths } from '@/paths';
import { mailedLink } from '@/session/mailedLink';
import { type Account, signOut } from '@/session/session';
import { useSession } from '@/session/useAccount';
import { Form } from '@/shared/forms/Form';
import { fieldsFor } from '@/shared/forms/fields';
import { messages as formMessages } from '@/shared/forms/messages';
import { notify } from '@/shared/toast';
import { Button, ButtonLink } from '@/shared/ui/Button';
import { AuthPanel, Done, Ways } from './AuthPanel';
import { messages } from './signInMessages';

const empty = { newPassword: '', confirmNewPassword: '' };

/** Only what is on the form: what is wrong with the link itself is told in the panel above it. */
const { newPassword, confirmNewPassword } = signInRules.ResetPasswordInput;
const { PasswordField } = fieldsFor(signInRules.ResetPasswordInput);
const passwordRules = { newPassword, confirmNewPassword };

/** Where the links in reset and invitation mails lead. */
export function ResetPasswordForm() {
  const link = mailedLink.use();
  const account = useSession();
  const [query, setQuery] = useSearchParams();
  const [done, setDone] = useState(false);

  if (done) {
    return (
      <AuthPanel title={messages.choosePassword}>
        <Done text={messages.passwordResetText}>
          <Link to={paths.login()}>{messages.login}</Link>
        </Done>
      </AuthPanel>
    );
  }
  if (!link) return <LinkMissing email={query.get('email')} />;
  if (account) return <LinkWhileSignedIn email={link.email} account={account} />;

  const { email, token } = link;
  async function reset(values: typeof empty): Promise<void> {
    await api.put('/account/resetPass', { body: { email, token, ...values } });
    notify.success(messages.passwordReset);
    setDone(true);
    mailedLink.set(null); // it is used up
    setQuery({}, { replace: true });
  }

  return (
    <AuthPanel title={messages.choosePassword} text={messages.choosePasswordFor(email)}>
      <Form
        rules={passwordRules}
        defaultValues={empty}
        onSubmit={reset}
        submitLabel={messages.setPassword}
        guard={false}
        actions={<Link to={paths.resetPass()}>{messages.requestNewLink}</Link>}
      >
        {/* Tells password managers whose password this is. */}
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <PasswordField name="newPassword" autoComplete="new-password" help={formMessages.newPasswordHelp} />
        <PasswordField name="confirmNewPassword" autoComplete="new-password" />
      </Form>
    </AuthPanel>
  );
}

/** The address is all that a reload leaves: the token was taken out of it. */
function LinkMissing({ email }: { email: string | null }) {
  const text = email ? messages.openLinkAgain(email) : messages.linkIncomplete;
  return (
    <AuthPanel title={messages.choosePassword} text={text}>
      <Link to={paths.resetPass()}>{messages.requestNewLink}</Link>
    </AuthPanel>
  );
}

function LinkWhileSignedIn({ email, account }: { email: string; account: Account }) {
  const isOwn = email.trim().toLowerCase() === account.email;
  const explain = isOwn ? messages.signOutOrChange : messages.signOutToUseLink;
  return (
    <AuthPanel title={messages.choosePassword} text={messages.linkIsFor(email)}>
      <p>{explain(account.displayName, account.email)}</p>
      <Ways>
        <Button look="primary" onClick={() => void signOut()}>
          {messages.signOutAndUseLink}
        </Button>
        <ButtonLink to={isOwn ? paths.app.account() : paths.app.dashboard()}>
          {isOwn ? messages.accountPage : messages.staySignedIn}
        </ButtonLink>
      </Ways>
    </AuthPanel>
  );
}
