import type { CSSProperties } from 'react';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
}

/** A box the size of what comes. It is drawn only after a moment, so that quick answers do not flicker. */
export function Skeleton({ width = '100%', height = '1.25rem' }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} data-skeleton aria-hidden />;
}
