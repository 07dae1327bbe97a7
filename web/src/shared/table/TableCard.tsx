import type { ReactNode } from 'react';
import { Card } from '@/shared/ui/records/Card';
import styles from './TableCard.module.css';

/** Holds a table that is a page's own. It scrolls by itself, so that the names of the columns and the sums stay in sight. */
export function TableCard({ children }: { children: ReactNode }) {
  return <Card className={styles.card}>{children}</Card>;
}
