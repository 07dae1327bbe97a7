import type { ReactNode } from 'react';
import styles from './MessagePage.module.css';

interface MessagePageProps {
  icon?: ReactNode;
  title: string;
  text?: string;
  children?: ReactNode;
}

/** A page that has only something to say, and a way on. */
export function MessagePage({ icon, title, text, children }: MessagePageProps) {
  return (
    <section className={styles.message}>
      {icon && (
        <span className={styles.icon} aria-hidden>
          {icon}
        </span>
      )}
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      {children}
    </section>
  );
}

/** Outside the shell there is no landmark around such a page yet. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return <main className={styles.frame}>{children}</main>;
}
