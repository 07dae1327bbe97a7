import type { ReactNode } from 'react';
import { CardLink } from './Card';
import styles from './RecordCard.module.css';

interface RecordCardProps {
  to: string;
  name: string;
  picture: ReactNode;
  /** At the top right, such as a badge. */
  state?: ReactNode;
  facts: string[];
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
        {facts.map((fact, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines keep their places, and two may read the same
          <span key={line} className={styles.fact} title={fact}>
            {fact}
          </span>
        ))}
      </span>
    </CardLink>
  );
}
