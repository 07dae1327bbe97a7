import { ApiError, failureText, isToldByApp } from '@/api/errors';
import { common } from '@/shared/messages';
import styles from './Import.module.css';

interface FailureProps {
  actions: { status: string; error: unknown }[];
}

/** Why something was not done, in its place. */
export function Failure({ actions }: FailureProps) {
  const failed = actions.find(({ status }) => status === 'faulted');
  return (
    <p className={styles.bad} role="status">
      {failed && (
        <>
          {failed.error instanceof ApiError && !isToldByApp(failed.error) && `${failureText(failed.error)} `}
          {common.dialogFailed}
        </>
      )}
    </p>
  );
}
