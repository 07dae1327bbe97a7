import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type AnswerOf, api } from '@/api/client';
import { signInRules } from '@/api/signInRules.gen';
import { paths } from '@/paths';
import { mailedLink } from '@/session/arrival';
import { type Account, beginSession, signOut } from '@/session/session';
import { useSession } from '@/session/useAccount';
import { Form } from '@/shared/forms/Form';
import { fieldsFor } from '@/shared/forms/fields';
import { messages as formMessages } from '@/shared/forms/messages';
import { useActionWithToast } from '@/shared/forms/useAction';
import { notify } from '@/shared/toast';
import { Button, ButtonLink } from '@/shared/ui/Button';
import { usePageTitle } from '@/shared/usePageTitle';
import { askPasskey, hasPasskeys } from './browserPasskeys';
import styles from './SignInForms.module.css';
import { messages } from './signInMessages';

const login = fieldsFor(signInRules.LoginInput);
const noCredentials = { email: '', password: '' };

type SecondFactor = Extract<AnswerOf<'/account/login', 'post'>, { secondFactor: unknown }>['secondFactor'];

/** The guards lead on from here as soon as the session has begun. */
function enter(account: AnswerOf<'/account/login/second', 'post'>): void {
  beginSession(account);
  notify.success(messages.welcome(account.displayName));
}

export function LoginForm() {
  const [asked, setAsked] = useState<SecondFactor>();

  async function signIn(values: typeof noCredentials): Promise<void> {
    const answer = await api.post('/account/login', { body: values });
    if ('secondFactor' in answer) setAsked(answer.secondFactor);
    else enter(answer);
  }

  if (asked) return <SecondFactorForm asked={asked} onBack={() => setAsked(undefined)} />;
  return (
    <AuthPanel title={messages.signIn} text={messages.signInText}>
      <Form
        rules={signInRules.LoginInput}
        defaultValues={noCredentials}
        onSubmit={signIn}
        submitLabel={messages.signIn}
        guard={false}
        actions={<Link to={paths.resetPass()}>{messages.forgotPassword}</Link>}
      >
        <login.TextField name="email" type="email" autoComplete="username" />
        <login.PasswordField name="password" autoComplete="current-password" />
      </Form>
      {hasPasskeys && <PasskeyButton />}
    </AuthPanel>
  );
}

/** Signs in without a password, or finishes the sign-in of a ticket. */
function PasskeyButton({ ticket }: { ticket?: string }) {
  const signIn = useActionWithToast(async () => {
    const credential = await askPasskey(ticket);
    if (!credential) return;
    enter(
      ticket
        ? await api.post('/account/login/second', { body: { ticket, method: 'passkey', credential } })
        : await api.post('/account/login/passkey', { body: { credential } }),
    );
  });
  return (
    <Button
      look={ticket ? 'primary' : 'secondary'}
      icon={<KeyRound aria-hidden />}
      busy={signIn.status === 'in progress'}
      onClick={() => void signIn.run()}
    >
      {ticket ? messages.byMethod.passkey : messages.withPasskey}
    </Button>
  );
}

/** The contract leaves the code out, because a passkey comes without one. */
const code = { label: messages.code, checks: [{ code: 'required', message: messages.codeRequired }] } as const;
const second = fieldsFor({ code });
const noCode = { code: '' };
const texts = { passkey: messages.passkeyText, totp: messages.codeText, recovery: messages.recoveryText };

/** The second step of a sign-in. */
function SecondFactorForm({ asked, onBack }: { asked: SecondFactor; onBack: () => void }) {
  const methods = (['passkey', 'totp', 'recovery'] as const).filter(
    (one) => asked.methods.includes(one) && (one !== 'passkey' || hasPasskeys),
  );
  const [method, setMethod] = useState(methods[0] ?? 'recovery');
  const usesApp = method === 'totp';

  async function finish(values: typeof noCode): Promise<void> {
    enter(
      await api.post('/account/login/second', { body: { ticket: asked.ticket, method, code: values.code.trim() } }),
    );
  }

  const back = (
    <Button look="quiet" onClick={onBack}>
      {messages.backToLogin}
    </Button>
  );
  const others = methods.filter((one) => one !== method);
  return (
    <AuthPanel title={messages.secondStep} text={texts[method]}>
      {method === 'passkey' ? (
        <PasskeyButton ticket={asked.ticket} />
      ) : (
        <Form
          key={method}
          rules={{ code }}
          defaultValues={noCode}
          onSubmit={finish}
          submitLabel={messages.signIn}
          guard={false}
          actions={back}
        >
          <second.TextField
            name="code"
            autoComplete={usesApp ? 'one-time-code' : 'off'}
            inputMode={usesApp ? 'numeric' : 'text'}
          />
        </Form>
      )}
      <div className={styles.others}>
        {others.map((one) => (
          <Button key={one} look="quiet" onClick={() => setMethod(one)}>
            {messages.byMethod[one]}
          </Button>
        ))}
        {method === 'passkey' && back}
      </div>
    </AuthPanel>
  );
}

const request = fieldsFor(signInRules.ResetRequestInput);
const noEmail = { email: '' };

export function RequestResetForm() {
  const [sent, setSent] = useState(false);
  const backToLogin = <Link to={paths.login()}>{messages.backToLogin}</Link>;

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

const noPassword = { newPassword: '', confirmNewPassword: '' };

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

interface AuthPanelProps {
  title: string;
  text?: string;
  children: ReactNode;
}

/** A heading, a line that says what the page is for, and the form under it. */
function AuthPanel({ title, text, children }: AuthPanelProps) {
  usePageTitle(title);
  return (
    <section className={styles.panel}>
      <div className={styles.heading}>
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </div>
      {children}
    </section>
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
