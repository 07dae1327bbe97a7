import { lazyPart } from '@/shared/lazyPart';
import { useIdle } from '@/shared/timing';
import { Skeleton } from '@/shared/ui/Skeleton';
import styles from './LaterCharts.module.css';

const Charts = lazyPart(() => import('./Charts'), { placeholder: <ChartsPlaceholder /> });

/** The charts, once the figures above them are painted. */
export function LaterCharts() {
  return useIdle() ? <Charts /> : <ChartsPlaceholder />;
}

/** The boxes of what comes. */
export function ChartsPlaceholder() {
  return (
    <div className={styles.charts} aria-busy="true">
      <Skeleton height="308px" />
      <Skeleton height="308px" />
    </div>
  );
}
