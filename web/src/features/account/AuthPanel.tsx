import type { ReactNode } from 'react';
import { usePageTitle } from '@/shared/usePageTitle';
import styles from './AuthPanel.module.css';

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

/** What has been done, in place of the form that did it. */
export function Done({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={styles.done}>
      <output>{text}</output>
      {children}
    </div>
  );
}

/** The ways to go on from here. */
export function Ways({ children }: { children: ReactNode }) {
  return <div className={styles.ways}>{children}</div>;
}
