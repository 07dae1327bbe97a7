import { CloudAlert, Lock, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, failureText } from '@/api/errors';
import { common } from '@/shared/messages';
import { Button } from './Button';
import styles from './ErrorState.module.css';

interface ErrorStateProps {
  /** What happened. */
  message?: string;
  label?: string;
  icon?: ReactNode;
  busy: boolean;
  onRefresh: () => void;
}

const whatItMeans = common.notLoaded;

/** Something could not be loaded: says so, and offers to try again. */
export function ErrorState({
  message = whatItMeans,
  label = common.refresh,
  icon = <CloudAlert aria-hidden />,
  busy,
  onRefresh,
}: ErrorStateProps) {
  return (
    <div className={styles.error} role="alert">
      {icon}
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
export function FailedQuery({ query, ...texts }: FailedQueryProps) {
  const { error, isFetching, refetch } = query;
  const refusal = error instanceof ApiError &&
    error.status === 403 && {
      message: failureText(error),
      label: common.refresh,
      icon: <Lock aria-hidden />,
    };
  return <ErrorState {...texts} {...refusal} busy={isFetching} onRefresh={() => void refetch()} />;
}
