import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Notice.module.css';

interface NoticeProps {
  /** Names the notice for screen readers. */
  label: string;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** Says above a page or list that something about it is not as usual, and offers the ways on. */
export function Notice({ label, title, children, actions }: NoticeProps) {
  return (
    <section className={styles.notice} aria-label={label}>
      <TriangleAlert size={18} aria-hidden />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {children}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}
