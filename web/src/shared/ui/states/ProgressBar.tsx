import styles from './ProgressBar.module.css';

interface ProgressBarProps {
  label: string;
  /** From 0 to 1; not given while nobody knows. */
  part?: number | undefined;
}

/** How far something is that takes its time. */
export function ProgressBar({ label, part }: ProgressBarProps) {
  return <progress className={styles.bar} aria-label={label} {...(part !== undefined && { value: part, max: 1 })} />;
}
