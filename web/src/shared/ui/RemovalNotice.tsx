import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from './Button';
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
  /** Whether nothing is left that stands in the way. */
  isUnused: boolean;
  /** The ways on, for those who may take them. */
  ways: { restoration: Way; removal: Way } | false;
}

interface Way {
  status: string;
  run: () => Promise<unknown>;
}

/** Above a record that is marked removed: what still holds it, and the ways on. */
export function RemovalNotice({ title, children, blockers, isUnused, ways }: RemovalNoticeProps) {
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
      {ways && (
        <div className={styles.actions}>
          <WayButton way={ways.restoration}>Restore</WayButton>
          {isUnused && (
            <WayButton look="danger" way={ways.removal}>
              Finalize removal
            </WayButton>
          )}
        </div>
      )}
    </section>
  );
}

function WayButton({ way, ...button }: { way: Way; look?: 'danger'; children: string }) {
  return <Button {...button} busy={way.status === 'in progress'} onClick={() => void way.run()} />;
}
