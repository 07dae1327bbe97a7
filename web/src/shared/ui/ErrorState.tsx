import { CloudAlert, RefreshCw } from 'lucide-react';
import { Button } from './Button';
import styles from './ErrorState.module.css';

interface ErrorStateProps {
  /** What happened. */
  message?: string;
  label?: string;
  busy: boolean;
  onRefresh: () => void;
}

const whatItMeans = 'This could not be loaded. Nothing of yours is lost.';

/** Something could not be loaded: says so, and offers to try again. */
export function ErrorState({ message = whatItMeans, label = 'Refresh', busy, onRefresh }: ErrorStateProps) {
  return (
    <div className={styles.error} role="alert">
      <CloudAlert aria-hidden />
      <p>{message}</p>
      <Button icon={<RefreshCw aria-hidden />} busy={busy} onClick={onRefresh}>
        {label}
      </Button>
    </div>
  );
}
