import { useQuery } from '@tanstack/react-query';
import type { Comparing } from '@/realtime/connection';
import { ProgressBar } from '@/shared/ui/states/ProgressBar';
import styles from './Import.module.css';
import { messages } from './messages';
import { comparingQuery } from './queries';

interface ComparingBarProps {
  label: string;
  /** Whether something that was told is about this file: another tab may send another one. */
  isOwn: (progress: Comparing) => boolean;
}

/** How many rows of a file are compared; without live events nobody knows. */
export function ComparingBar({ label, isOwn }: ComparingBarProps) {
  const { data } = useQuery(comparingQuery);
  const progress = data && isOwn(data) ? data : undefined;
  return (
    <div className={styles.bar}>
      <ProgressBar label={label} part={progress?.total ? progress.done / progress.total : undefined} />
      <p className={styles.compared}>{progress && messages.compared(progress.done, progress.total)}</p>
    </div>
  );
}
