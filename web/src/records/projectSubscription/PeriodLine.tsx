import type { CSSProperties } from 'react';
import { formatDay } from '@/shared/format/date';
import { cx } from '@/shared/ui/cx';
import { Badge } from '@/shared/ui/records/Badge';
import styles from './PeriodLine.module.css';
import type { ProjectSubscription } from './state';
import { plannedInWords } from './term';
import { messages } from './termMessages';

interface Term {
  startAt: string;
  endAt: string;
}

interface PeriodLineProps {
  /** The last one first. */
  periods: Term[];
  /** The period after them. */
  next: Term;
  planned: ProjectSubscription['planned'];
}

/** More would be too narrow to tell apart. */
const most = 8;

/** The last periods to scale, with the planned price as a marker where it begins. Their table says the rest in words. */
export function PeriodLine({ periods, next, planned }: PeriodLineProps) {
  const terms = periods.slice(0, most).toReversed();
  const current = terms.at(-1);
  if (planned) terms.push(next);
  const [first, last] = [terms[0], terms.at(-1)];
  if (!first || !last) return null;
  const [begin, end] = [Date.parse(first.startAt), Date.parse(last.endAt)];
  /** In percent of the line, whose ends stand for what is beyond them. */
  const placeOf = (at: string) => Math.min(100, Math.max(0, ((Date.parse(at) - begin) / (end - begin)) * 100));
  const marker = planned && ({ '--at': `${placeOf(planned.from ?? next.startAt)}%` } as CSSProperties);
  return (
    <div className={styles.line}>
      {planned && (
        <p className={styles.flag} style={marker ?? undefined}>
          <Badge tone="accent">{`${messages.planned}: ${plannedInWords(planned)}`}</Badge>
        </p>
      )}
      <div className={styles.track} aria-hidden>
        {terms.map((term) => {
          const left = placeOf(term.startAt);
          return (
            <span
              key={term.startAt}
              className={cx(styles.term, term === current && styles.current, term === next && styles.next)}
              style={{ left: `${left}%`, width: `${placeOf(term.endAt) - left}%` }}
            />
          );
        })}
        {marker && <span className={styles.pin} style={marker} />}
      </div>
      <p className={styles.ends} aria-hidden>
        <span>{formatDay(first.startAt)}</span>
        <span>{formatDay(last.endAt)}</span>
      </p>
    </div>
  );
}
