import type { ReactNode } from 'react';
import styles from './Toolbar.module.css';

interface ToolbarProps {
  children: ReactNode;
  /** Count and sort. */
  end?: ReactNode;
}

/** The row above a list: search first, then filters; it stays in sight. */
export function Toolbar({ children, end }: ToolbarProps) {
  return (
    <div className={styles.toolbar}>
      {children}
      <div className={styles.end}>{end}</div>
    </div>
  );
}
