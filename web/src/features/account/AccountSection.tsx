import { type ReactNode, useId } from 'react';
import styles from './AccountSection.module.css';

interface AccountSectionProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** What it is about at the left, what can be changed at the right. */
export function AccountSection({ title, text, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.about}>
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
