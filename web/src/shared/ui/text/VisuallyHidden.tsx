import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

interface VisuallyHiddenProps {
  /** A block may hold a table, which would not become as small by itself, and widen the page. */
  as?: 'span' | 'div';
  children: ReactNode;
}

/** Text for screen readers alone. */
export function VisuallyHidden({ as: Element = 'span', children }: VisuallyHiddenProps) {
  return <Element className={styles.hidden}>{children}</Element>;
}
