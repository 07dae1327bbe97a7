import { lazyPart } from '@/shared/lazyPart';
import { Skeleton } from '@/shared/ui/Skeleton';
import styles from './LaterCharts.module.css';

/** The charts, once the figures above them are painted. */
export const LaterCharts = lazyPart(() => import('./Charts'), { isLater: true, placeholder: ChartsPlaceholder });

/** The boxes of what comes. */
export function ChartsPlaceholder() {
  return (
    <div className={styles.charts} aria-busy="true">
      <Skeleton height="308px" />
      <Skeleton height="308px" />
    </div>
  );
}
