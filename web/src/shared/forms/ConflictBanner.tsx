import { GitCompareArrows } from 'lucide-react';
import type { Problem } from '@/api/errors';
import type { FieldRules, FormRules } from '@/api/rules';
import { Button } from '@/shared/ui/Button';
import { cx } from '@/shared/ui/cx';
import { RelativeTime } from '@/shared/ui/RelativeTime';
import styles from './Form.module.css';
import type { FormValues } from './validate';

export interface Conflict {
  problem: Problem;
  /** What is stored now. */
  theirs: FormValues;
}

interface ConflictBannerProps {
  conflict: Conflict;
  rules: FormRules;
  /** What was stored when the user began to edit. */
  before: FormValues;
  onReload: () => void;
  onKeepMine: () => void;
}

/** Someone else saved first: says who and what, and lets the user decide whose values stand. */
export default function ConflictBanner({ conflict, rules, before, onReload, onKeepMine }: ConflictBannerProps) {
  const { problem, theirs } = conflict;
  const changed = Object.entries(rules).filter(([name]) => name in theirs && theirs[name] !== before[name]);

  return (
    <div className={cx(styles.banner, styles.warn)} role="alert">
      <GitCompareArrows size={16} aria-hidden />
      <div>
        <p className={styles.bannerMessage}>
          {problem.changedBy ?? 'Someone else'} changed this{' '}
          {problem.changedAt ? <RelativeTime at={problem.changedAt} /> : 'meanwhile'}. Your changes are not saved yet.
        </p>
        {changed.length > 0 && (
          <ul className={styles.bannerLines}>
            {changed.map(([name, field]) => (
              <li key={name}>
                {field.label} is now: {inWords(theirs[name], field)}
              </li>
            ))}
          </ul>
        )}
        <div className={styles.bannerActions}>
          <Button onClick={onReload}>Reload</Button>
          <Button onClick={onKeepMine}>Keep mine</Button>
        </div>
      </div>
    </div>
  );
}

function inWords(value: unknown, { checks }: FieldRules): string {
  const option = checks.flatMap((check) => check.options ?? []).find((candidate) => candidate.value === value);
  return option?.key ?? (value === '' ? 'empty' : String(value));
}
