import type { ReactNode } from 'react';
import { CardLink } from './Card';
import styles from './RecordCard.module.css';

interface RecordCardProps {
  to: string;
  name: string;
  picture: ReactNode;
  /** At the top right, such as a badge. */
  state?: ReactNode;
  facts: { label: string; value: ReactNode }[];
}

/** A record in a list: picture, name, state, and one line for each fact. */
export function RecordCard({ to, name, picture, state, facts }: RecordCardProps) {
  return (
    <CardLink to={to} className={styles.card}>
      {picture}
      <span className={styles.text}>
        <span className={styles.head}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          {state}
        </span>
        {facts.map(({ label, value }) => (
          <span key={label} className={styles.fact} title={typeof value === 'string' ? value : undefined}>
            {value}
          </span>
        ))}
      </span>
    </CardLink>
  );
}
