import { Skeleton } from '@/shared/ui/Skeleton';
import styles from './History.module.css';

/** In the place of changes that are being read. */
export function LoadingChanges() {
  return (
    <div className={styles.loading}>
      {[55, 70, 62, 48, 66].map((width) => (
        <Skeleton key={width} width={`${width}%`} height="1rem" />
      ))}
    </div>
  );
}
