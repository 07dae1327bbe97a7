import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './Charts.module.css';

interface MarkProps {
  /** The list behind it; none where the list would be empty. */
  to: string | undefined;
  /** Its exact value in words. */
  label: string;
  onShow: (label: string | undefined) => void;
  children: ReactNode;
}

/** A part of a chart that stands for something: shows its value on hover and focus, and leads to the list behind it. */
export function Mark({ to, label, onShow, children }: MarkProps) {
  const watch = {
    onPointerEnter: () => onShow(label),
    onPointerLeave: () => onShow(undefined),
  };
  if (to === undefined) {
    return <g {...watch}>{children}</g>;
  }
  return (
    <Link
      to={to}
      aria-label={label}
      className={styles.mark}
      {...watch}
      onFocus={() => onShow(label)}
      onBlur={() => onShow(undefined)}
    >
      {children}
    </Link>
  );
}
