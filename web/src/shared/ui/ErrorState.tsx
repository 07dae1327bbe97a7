import { RefreshCw } from 'lucide-react';
import { Button } from './Button';
import styles from './ErrorState.module.css';

interface ErrorStateProps {
  /** What happened. Left out where the button says it. */
  message?: string;
  label?: string;
  busy: boolean;
  onRefresh: () => void;
}

/** Something could not be loaded: says so, and offers to try again. */
export function ErrorState({ message, label = 'Refresh', busy, onRefresh }: ErrorStateProps) {
  return (
    <div className={styles.error} role="alert">
      {message && <p>{message}</p>}
      <Button icon={<RefreshCw aria-hidden />} busy={busy} onClick={onRefresh}>
        {label}
      </Button>
    </div>
  );
}
