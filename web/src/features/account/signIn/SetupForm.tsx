import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { api } from '@/api/client';
import * as signInRules from '@/api/signInRules.gen';
import { paths } from '@/paths';
import { Form } from '@/shared/forms/Form';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { messages as formMessages } from '@/shared/forms/messages';
import { createStore } from '@/shared/storage/store';
import { AuthPanel, enter } from './AuthPanel';
import { messages } from './setupMessages';
import { messages as signInMessages } from './signInMessages';
import { useNeedsSetup } from './useNeedsSetup';

const { code: _, ...rulesBesideCode } = signInRules.SetupInput;
const { TextField, PasswordField } = fieldsFor(signInRules.SetupInput);
const nobody = { code: '', email: '', displayName: '', password: '' };

/** Where the address leads that a server without an administrator prints. */
export function SetupForm() {
  const isNeeded = useNeedsSetup(true);
  const code = useCodeInAddress();

  if (isNeeded === undefined) return null;
  if (!isNeeded) {
    return (
      <AuthPanel title={messages.done} text={messages.doneText}>
        <Link to={paths.login()}>{signInMessages.backToLogin}</Link>
      </AuthPanel>
    );
  }

  async function setUp(values: typeof nobody): Promise<void> {
    const { email, password } = values;
    await api.post('/setup', { body: { ...values, code: code || values.code } });
    const answer = await api.post('/account/login', { body: { email, password } });
    if (!('secondFactor' in answer)) enter(answer);
  }

  return (
    <AuthPanel title={messages.title} text={code ? messages.text : messages.textWithoutCode}>
      <Form
        rules={code ? rulesBesideCode : signInRules.SetupInput}
        defaultValues={nobody}
        onSubmit={setUp}
        submitLabel={messages.submit}
        guard={false}
      >
        {!code && <TextField name="code" autoComplete="off" help={messages.codeHelp} />}
        <TextField name="displayName" autoComplete="name" />
        <TextField name="email" type="email" autoComplete="username" />
        <PasswordField name="password" autoComplete="new-password" help={formMessages.newPasswordHelp} />
      </Form>
    </AuthPanel>
  );
}

/** The code in the address that this page was opened with. In memory alone: whoever has it may become administrator. */
const openedWith = createStore('');

/** Takes the code out of the address, where the history and anybody who looks on would have it. */
function useCodeInAddress(): string {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const sent = new URLSearchParams(hash.slice(1)).get('code');
  const kept = openedWith.use();
  useEffect(() => {
    if (sent === null) return;
    openedWith.set(sent);
    void navigate(paths.setup(), { replace: true });
  }, [sent, navigate]);
  return sent ?? kept;
}
