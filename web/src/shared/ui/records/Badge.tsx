import type { ReactNode } from 'react';
import { cx } from '@/shared/ui/cx';
import styles from './Badge.module.css';

interface BadgeProps {
  tone?: 'neutral' | 'accent' | 'good' | 'warn' | 'bad';
  children: ReactNode;
}

/** A state in a word. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return <span className={cx(styles.badge, styles[tone])}>{children}</span>;
}
