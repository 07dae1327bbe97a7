import type { ReactNode } from 'react';
import type { AnswerOf } from '@/api/client';
import { paths } from '@/paths';
import { rememberedPath } from '@/session/arrival';
import { beginSession } from '@/session/session';
import type { LanguageChoice } from '@/shared/language';
import { usePageTitle } from '@/shared/navigation/usePageTitle';
import { notify } from '@/shared/toast';
import styles from './SignInForms.module.css';
import { messages } from './signInMessages';

/** The guards lead on from here as soon as the session has begun, and the app is shown in the language of the account. */
export function enter(account: AnswerOf<'/account/login/second', 'post'>): void {
  const path = rememberedPath() ?? paths.root();
  beginSession(account);
  notify.welcome(messages.welcome(account.displayName));
  const { language } = account;
  if (language === null || language === document.documentElement.lang) return;
  import('@/shared/language')
    .then(({ followLanguage }) => followLanguage(language as LanguageChoice, path))
    .catch(() => undefined); // it stays as it is
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
