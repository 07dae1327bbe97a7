import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { common } from '@/shared/messages';
import { recordMessages } from '@/shared/recordMessages';
import { Button } from '@/shared/ui/Button';
import { ActionDialog } from '@/shared/ui/Dialog';
import styles from './RemovalNotice.module.css';

export interface Blocker {
  id: string;
  name: string;
  to: string;
}

interface RemovalNoticeProps {
  /** The kind of the record as a title writes it, and its name. */
  kind: string;
  name: string;
  /** What must be done first, or that nothing is left to do. */
  title: string;
  children: ReactNode;
  /** The records that still use it, or the first of them. */
  blockers: Blocker[];
  /** Whether nothing uses it any more. */
  isUnused: boolean;
  /** The ways on, for those who may take them. */
  ways: { restoration: Action; removal: Action } | false;
}

/** As useAction gives it. */
interface Action {
  status: 'idle' | 'in progress' | 'success' | 'faulted';
  error: unknown;
  run: () => Promise<unknown>;
}

/** Above a record that is marked removed: what still uses it, and the ways on. */
export function RemovalNotice(props: RemovalNoticeProps) {
  const { kind, name, title, children, blockers, isUnused, ways } = props;
  return (
    <section className={styles.notice} aria-label={recordMessages.pendingRemove}>
      <TriangleAlert size={18} aria-hidden />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        <p>{children}</p>
        {blockers.length > 0 && (
          <ul className={styles.list}>
            {blockers.map(({ id, name: blocker, to }) => (
              <li key={id}>
                <Link to={to}>{blocker}</Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      {ways && (
        <div className={styles.actions} data-keep-clear>
          <Button busy={ways.restoration.status === 'in progress'} onClick={() => void ways.restoration.run()}>
            {recordMessages.restore}
          </Button>
          {isUnused && <Finalize kind={kind} name={name} removal={ways.removal} />}
        </div>
      )}
    </section>
  );
}

/** Asks, and takes the second step of a removal. */
function Finalize({ kind, name, removal }: { kind: string; name: string; removal: Action }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {recordMessages.finalize}
      </Button>
      {asking && (
        <ActionDialog
          title={recordMessages.removing(kind, name)}
          message={
            <>
              <p>{recordMessages.removingQuestion(kind)}</p>
              <p>{recordMessages.nothingUsesIt}</p>
            </>
          }
          verb={common.delete}
          danger
          action={removal}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
