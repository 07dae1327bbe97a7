import { Skeleton } from '@/shared/ui/states/Skeleton';
import styles from './Charts.module.css';

/** The boxes of what comes. */
export function ChartsPlaceholder() {
  return (
    <div className={styles.charts} aria-busy="true">
      <Skeleton height="308px" />
      <Skeleton height="308px" />
    </div>
  );
}
