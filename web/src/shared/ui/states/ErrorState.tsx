import { CloudAlert, RefreshCw } from 'lucide-react';
import { type ApiError, failureText } from '@/api/errors';
import { common } from '@/shared/messages';
import { Button } from '@/shared/ui/buttons/Button';
import styles from './ErrorState.module.css';

interface ErrorStateProps {
  /** What happened. */
  message?: string | undefined;
  label?: string | undefined;
  busy: boolean;
  onRefresh: () => void;
}

const whatItMeans = common.notLoaded;

/** Something could not be loaded: says so, and offers to try again. */
export function ErrorState({ message = whatItMeans, label = common.refresh, busy, onRefresh }: ErrorStateProps) {
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

interface FailedQueryProps extends Pick<ErrorStateProps, 'message' | 'label'> {
  query: { error?: unknown; isFetching: boolean; refetch: () => unknown };
}

/**
 * In the place of what a query could not read. A refusal says which role would do. `isFetching` is read here alone: who
 * reads it is rendered at every request.
 */
export function FailedQuery({ query, message, label }: FailedQueryProps) {
  const error = query.error as ApiError | null | undefined;
  return (
    <ErrorState
      message={error?.problem?.needs ? failureText(error) : message}
      label={label}
      busy={query.isFetching}
      onRefresh={() => void query.refetch()}
    />
  );
}
