import type { CSSProperties } from 'react';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  width?: CSSProperties['width'];
  height?: CSSProperties['height'] | undefined;
}

/** A box the size of what comes. It is drawn only after a moment, so that quick answers do not flicker. */
export function Skeleton({ width = '100%', height = '1.25rem' }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} data-skeleton aria-hidden />;
}

interface SkeletonLinesProps extends Pick<SkeletonProps, 'height'> {
  /** In percent. */
  widths: readonly number[];
  /** How they stand, unless it is one below the other. */
  className?: string | undefined;
}

/** The lines of what comes. */
export function SkeletonLines({ widths, height, className = styles.lines }: SkeletonLinesProps) {
  return (
    <div className={className}>
      {widths.map((width) => (
        <Skeleton key={width} width={`${width}%`} height={height} />
      ))}
    </div>
  );
}
