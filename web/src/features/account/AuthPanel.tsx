import type { ReactNode } from 'react';
import type { AnswerOf } from '@/api/client';
import { beginSession } from '@/session/session';
import { notify } from '@/shared/toast';
import { usePageTitle } from '@/shared/usePageTitle';
import styles from './SignInForms.module.css';
import { messages } from './signInMessages';

/** The guards lead on from here as soon as the session has begun. */
export function enter(account: AnswerOf<'/account/login/second', 'post'>): void {
  beginSession(account);
  notify.welcome(messages.welcome(account.displayName));
}

interface AuthPanelProps {
  title: string;
  text?: string;
  children: ReactNode;
}

/** A heading, a line that says what the page is for, and the form under it. */
export function AuthPanel({ title, text, children }: AuthPanelProps) {
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
