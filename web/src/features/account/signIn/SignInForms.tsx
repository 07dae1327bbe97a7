import { type ComponentProps, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { type AnswerOf, api } from '@/api/client';
import { ApiError } from '@/api/errors';
import * as signInRules from '@/api/signInRules.gen';
import { hasPasskeys, signOnName } from '@/base';
import { paths } from '@/paths';
import { Form } from '@/shared/forms/Form';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { lazyPart } from '@/shared/loading/lazyPart';
import { Button } from '@/shared/ui/buttons/Button';
import { AuthPanel, enter } from './AuthPanel';
import { messages } from './signInMessages';
import { useNeedsSetup } from './useNeedsSetup';

const { email, password } = signInRules.LoginInput;
/** How long a password may be is no news to someone who signs in: a wrong one is wrong. */
const rules = { email, password: { ...password, checks: password.checks.filter(({ code }) => code === 'required') } };
const login = fieldsFor(rules);
const noCredentials = { email: '', password: '' };

/** For those who have a second factor or passkeys. */
const SecondStep = lazyPart(() => import('./SecondStep'));
const PasskeyButton = lazyPart(async () => ({ default: (await import('./SecondStep')).PasskeyButton }), {
  placeholder: LoadingPasskeyButton,
});

/** Where there is a provider of single sign-on. */
const SignOn = lazyPart(() => import('./SignOn'));

/** Of the same size. */
function LoadingPasskeyButton() {
  return <Button busy>{messages.withPasskey}</Button>;
}

export function LoginForm() {
  const isNew = useNeedsSetup(false);
  const [asked, setAsked] = useState<ComponentProps<typeof SecondStep>['asked']>();

  function take(answer: AnswerOf<'/account/login', 'post'>): void {
    if ('secondFactor' in answer) setAsked(answer.secondFactor);
    else enter(answer);
  }

  async function signIn(values: typeof noCredentials): Promise<void> {
    take(await api.post('/account/login', { body: values }).catch(refuseAsWrong));
  }

  if (isNew) return <Navigate to={paths.setup()} replace />;
  if (asked) return <SecondStep asked={asked} onBack={() => setAsked(undefined)} />;
  return (
    <AuthPanel title={messages.signIn} text={messages.signInText}>
      <Form
        rules={rules}
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
      {signOnName && <SignOn onAnswer={take} />}
    </AuthPanel>
  );
}

/** The server refuses a password that no account can have by its length. */
function refuseAsWrong(error: unknown): never {
  if (error instanceof ApiError && error.problem.errors?.Password) {
    throw new ApiError(401, { reason: messages.wrongSignIn });
  }
  throw error;
}
