import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api } from '@/api/client';
import * as signInRules from '@/api/signInRules.gen';
import { paths } from '@/paths';
import { mailedLink } from '@/session/arrival';
import { type Account, signOut } from '@/session/session';
import { useSession } from '@/session/useAccount';
import { Form } from '@/shared/forms/Form';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { messages as formMessages } from '@/shared/forms/messages';
import { notify } from '@/shared/toast';
import { Button, ButtonLink } from '@/shared/ui/buttons/Button';
import { EndWithPassword, endNothing, endRules } from '../EndWithPassword';
import { AuthPanel } from './AuthPanel';
import { messages } from './resetMessages';
import styles from './SignInForms.module.css';
import { messages as signInMessages } from './signInMessages';

const request = fieldsFor(signInRules.ResetRequestInput);
const noEmail = { email: '' };

export function RequestResetForm() {
  const [sent, setSent] = useState(false);
  const backToLogin = <Link to={paths.login()}>{signInMessages.backToLogin}</Link>;

  async function send(values: typeof noEmail): Promise<void> {
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
        defaultValues={noEmail}
        onSubmit={send}
        submitLabel={messages.sendLink}
        guard={false}
        actions={backToLogin}
      >
        <request.TextField name="email" type="email" autoComplete="username" />
      </Form>
    </AuthPanel>
  );
}

const noPassword = { newPassword: '', confirmNewPassword: '', ...endNothing };

/** Only what is on the form: what is wrong with the link itself is told in the panel above it. */
const { newPassword, confirmNewPassword } = signInRules.ResetPasswordInput;
const { PasswordField } = fieldsFor(signInRules.ResetPasswordInput);
const passwordRules = { newPassword, confirmNewPassword, ...endRules };

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
  async function reset(values: typeof noPassword): Promise<void> {
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
        defaultValues={noPassword}
        onSubmit={reset}
        submitLabel={messages.setPassword}
        guard={false}
        actions={<Link to={paths.resetPass()}>{messages.requestNewLink}</Link>}
      >
        {/* Tells password managers whose password this is. */}
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <PasswordField name="newPassword" autoComplete="new-password" help={formMessages.newPasswordHelp} />
        <PasswordField name="confirmNewPassword" autoComplete="new-password" />
        <EndWithPassword />
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
        <Button variant="primary" onClick={() => void signOut()}>
          {messages.signOutAndUseLink}
        </Button>
        <ButtonLink to={isOwn ? paths.app.account() : paths.app.dashboard()}>
          {isOwn ? messages.accountPage : messages.staySignedIn}
        </ButtonLink>
      </Ways>
    </AuthPanel>
  );
}

/** What has been done, in place of the form that did it. */
function Done({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={styles.done}>
      <output>{text}</output>
      {children}
    </div>
  );
}

/** The ways to go on from here. */
function Ways({ children }: { children: ReactNode }) {
  return <div className={styles.ways}>{children}</div>;
}
