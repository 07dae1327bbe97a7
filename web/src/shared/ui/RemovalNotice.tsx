import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './RemovalNotice.module.css';

export interface Blocker {
  id: string;
  name: string;
  to: string;
}

interface RemovalNoticeProps {
  /** What must be done first. */
  title: string;
  children: ReactNode;
  /** What still stands in the way, or the first of it. */
  blockers: Blocker[];
  /** The ways on. */
  actions: ReactNode;
}

/** Above a record that is marked removed: what still holds it, and the ways on. */
export function RemovalNotice({ title, children, blockers, actions }: RemovalNoticeProps) {
  return (
    <section className={styles.notice} aria-label="Pending Remove">
      <TriangleAlert size={18} aria-hidden />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        <p>{children}</p>
        {blockers.length > 0 && (
          <ul className={styles.list}>
            {blockers.map(({ id, name, to }) => (
              <li key={id}>
                <Link to={to}>{name}</Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={styles.actions}>{actions}</div>
    </section>
  );
}
