import { useEffect, useEffectEvent, useState } from 'react';
import { type AnswerOf, api } from '@/api/client';
import { ApiError } from '@/api/errors';
import { signOnName } from '@/base';
import { providerSignOut, signOnReturn } from '@/session/arrival';
import { BannerPanel } from '@/shared/forms/refusal';
import { ButtonLink } from '@/shared/ui/buttons/Button';
import styles from './SignInForms.module.css';
import { messages } from './signOnMessages';

interface SignOnProps {
  onAnswer: (answer: AnswerOf<'/account/oidc/finish', 'post'>) => void;
}

/** The way in by the provider of single sign-on, and out of it. */
export default function SignOn({ onAnswer }: SignOnProps) {
  const { isFinishing, failure } = useSignOnReturn(onAnswer);
  const elsewhere = providerSignOut.use();
  return (
    <div className={styles.signOn}>
      {failure && <BannerPanel banner={{ tone: 'warn', message: failure, lines: [] }} />}
      {isFinishing ? (
        <p role="status">{messages.finishing(signOnName)}</p>
      ) : (
        <ButtonLink to="/api/v1/account/oidc/start" reloadDocument>
          {messages.signInWith(signOnName)}
        </ButtonLink>
      )}
      {elsewhere && (
        <p>
          {messages.signedOutHere} <a href={elsewhere}>{messages.signOutAt(signOnName)}</a>
        </p>
      )}
    </div>
  );
}

/** Finishes a single sign-on that this page was opened for. */
function useSignOnReturn(onAnswer: SignOnProps['onAnswer']) {
  const [isFinishing, setFinishing] = useState(signOnReturn.get);
  const [failure, setFailure] = useState<string>();

  const done = useEffectEvent((answer: AnswerOf<'/account/oidc/finish', 'post'>) => {
    setFinishing(false);
    onAnswer(answer);
  });
  const failed = useEffectEvent((error: unknown) => {
    setFinishing(false);
    if (!(error instanceof ApiError)) throw error;
    setFailure(error.problem.reason ?? error.message);
  });

  useEffect(() => {
    if (!signOnReturn.get()) return;
    signOnReturn.set(false); // it is finished once
    api.post('/account/oidc/finish', { handles: 'all' }).then(
      (answer) => done(answer),
      (error: unknown) => failed(error),
    );
  }, []);

  return { isFinishing, failure };
}
