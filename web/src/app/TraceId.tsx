import { CopyButton } from '@/shared/ui/CopyButton';
import styles from './TraceId.module.css';

/** The number under which the failure is found in the server's log. */
export function TraceId({ id }: { id: string }) {
  return (
    <p className={styles.trace}>
      Trace id <code>{id}</code>
      <CopyButton text={id} what="trace id" />
    </p>
  );
}
