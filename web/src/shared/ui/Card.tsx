import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './Card.module.css';
import { cx } from './cx';

export function Card({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={cx(styles.card, className)}>{children}</div>;
}

/** A card that is one link as a whole. */
export function CardLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={cx(styles.card, styles.link, className)} />;
}

interface SectionProps {
  title: string;
  count?: number | undefined;
  /** Its own Add button, for example. */
  action?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page. */
export function Section({ title, count, action, children }: SectionProps) {
  return (
    <section className={cx(styles.card, styles.section)}>
      <header className={styles.header}>
        <h2>
          {title}
          {count !== undefined && <span className={styles.count}>{count}</span>}
        </h2>
        {action}
      </header>
      {children}
    </section>
  );
}
