import type { ReactNode } from 'react';
import { cx } from '@/shared/ui/cx';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { Card, CardLink } from './Card';
import styles from './RecordCard.module.css';

interface RecordCardProps {
  to: string;
  name: string;
  picture: ReactNode;
  /** Behind the name, as far as there is room. */
  mark?: ReactNode;
  /** At the end of the last line, or below it, such as a badge: the name needs the whole of its own. */
  state?: ReactNode;
  /** Unless that would cut what the last line says. */
  isStateFirst?: boolean;
  /** The main one is what the card is looked at for. */
  facts: { text: string; isMain?: boolean }[];
}

/** A record in a list: picture, name, state, and one line for each fact. */
export function RecordCard({ to, name, picture, mark, state, isStateFirst = false, facts }: RecordCardProps) {
  return (
    <CardLink to={to} className={styles.card}>
      {picture}
      <span className={cx(styles.text, isStateFirst && styles.stateFirst)}>
        <span className={styles.name} dir="auto" title={name}>
          {name}
          {mark}
        </span>
        {facts.map(({ text, isMain }, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines keep their places, and two may read the same
          <Note key={line} as="span" className={cx(styles.fact, isMain && styles.main)} dir="auto" title={text}>
            {text}
          </Note>
        ))}
        <span className={styles.state}>{state}</span>
      </span>
    </CardLink>
  );
}

/** The shape of a record that is on its way. */
export function RecordCardPlaceholder() {
  return (
    <Card className={styles.card}>
      <Skeleton width={40} height={40} />
      <span className={styles.lines}>
        <Skeleton width="50%" height="0.875rem" />
        <Skeleton width="80%" height="0.75rem" />
        <Skeleton width="60%" height="0.75rem" />
      </span>
    </Card>
  );
}
