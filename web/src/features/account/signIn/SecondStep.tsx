import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { type AnswerOf, api } from '@/api/client';
import { hasPasskeys } from '@/base';
import { Form } from '@/shared/forms/Form';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { useActionWithToast } from '@/shared/forms/useAction';
import { Button } from '@/shared/ui/buttons/Button';
import { askPasskey } from '../browserPasskeys';
import { AuthPanel, enter } from './AuthPanel';
import styles from './SignInForms.module.css';
import { messages } from './secondStepMessages';
import { messages as signInMessages } from './signInMessages';

type SecondFactor = Extract<AnswerOf<'/account/login', 'post'>, { secondFactor: unknown }>['secondFactor'];

/** Signs in without a password, or finishes the sign-in of a ticket. */
export function PasskeyButton({ ticket }: { ticket?: string }) {
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
      variant={ticket ? 'primary' : 'secondary'}
      icon={<KeyRound aria-hidden />}
      busy={signIn.status === 'in progress'}
      onClick={() => void signIn.run()}
    >
      {ticket ? messages.byMethod.passkey : signInMessages.withPasskey}
    </Button>
  );
}

/** The contract leaves the code out, because a passkey comes without one. */
const code = { label: messages.code, checks: [{ code: 'required', message: messages.codeRequired }] } as const;
const second = fieldsFor({ code });
const noCode = { code: '' };
const texts = { passkey: messages.passkeyText, totp: messages.codeText, recovery: messages.recoveryText };

/** The second step of a sign-in. */
export default function SecondStep({ asked, onBack }: { asked: SecondFactor; onBack: () => void }) {
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
    <Button variant="quiet" onClick={onBack}>
      {signInMessages.backToLogin}
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
          submitLabel={signInMessages.signIn}
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
          <Button key={one} variant="quiet" onClick={() => setMethod(one)}>
            {messages.byMethod[one]}
          </Button>
        ))}
        {method === 'passkey' && back}
      </div>
    </AuthPanel>
  );
}
