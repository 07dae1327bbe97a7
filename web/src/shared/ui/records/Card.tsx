import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { cx } from '@/shared/ui/cx';
import styles from './Card.module.css';

export function Card({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={cx(styles.card, className)}>{children}</div>;
}

/** A card that is one link as a whole. */
export function CardLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={cx(styles.card, styles.link, className)} />;
}

interface ColumnsProps {
  /** What belongs to the record needs the whole width, such as a table of many columns. */
  isStacked?: boolean;
  children: ReactNode;
}

/** A page about one record: what it is at the left, and what belongs to it at the right where there is room. */
export function Columns({ isStacked = false, children }: ColumnsProps) {
  return <div className={cx(styles.columns, isStacked && styles.stacked)}>{children}</div>;
}

interface SectionProps {
  title: string;
  /** Beside the content, or above it on a phone. */
  picture?: ReactNode;
  count?: number | undefined;
  /** Its own Add button, for example. */
  action?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page. */
export function Section({ title, picture, count, action, children }: SectionProps) {
  return (
    <section className={cx(styles.card, styles.section)}>
      <header className={styles.header}>
        <h2>
          {title}
          {count !== undefined && <span className={styles.count}>{count}</span>}
        </h2>
        {action}
      </header>
      {picture ? (
        <div className={styles.pictured}>
          {picture}
          <div className={styles.section}>{children}</div>
        </div>
      ) : (
        children
      )}
    </section>
  );
}
