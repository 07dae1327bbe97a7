import { GitCompareArrows } from 'lucide-react';
import { optionLabel } from '@/api/optionLabel';
import type { FieldRules, FormRules } from '@/api/rules';
import { isolate } from '@/shared/format/isolate';
import { formatMoney } from '@/shared/format/money';
import { lastChangeOf } from '@/shared/lastChanges';
import { Button } from '@/shared/ui/Button';
import { cx } from '@/shared/ui/cx';
import { RelativeTime } from '@/shared/ui/RelativeTime';
import styles from './Form.module.css';
import type { Conflict } from './useConflict';
import type { FormValues } from './validate';

interface ConflictBannerProps {
  conflict: Conflict;
  entityId: string | undefined;
  rules: FormRules;
  /** What was stored when the user began to edit. */
  before: FormValues;
  onReload: () => void;
  onKeepMine: () => void;
}

/** Someone else saved first: says who and what, and lets the user decide whose values stand. */
export default function ConflictBanner(props: ConflictBannerProps) {
  const { conflict, entityId = '', rules, before, onReload, onKeepMine } = props;
  const theirs = conflict.values;
  const told = lastChangeOf(entityId);
  const changedAt = conflict.changedAt ?? told?.at;
  const changed = Object.entries(rules).filter(([name]) => name in theirs && theirs[name] !== before[name]);

  return (
    <div className={cx(styles.banner, styles.warn)} role="alert">
      <GitCompareArrows size={16} aria-hidden />
      <div>
        <p className={styles.bannerMessage}>
          {isolate(conflict.changedBy ?? told?.by ?? 'Someone else')} changed this{' '}
          {changedAt ? <RelativeTime at={changedAt} /> : 'meanwhile'}. Your changes are not saved yet.
        </p>
        {changed.length > 0 && (
          <ul className={styles.bannerLines}>
            {changed.map(([name, field]) => (
              <li key={name}>
                {field.label} is now: {isolate(inWords(theirs[name], field))}
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
  if (value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const option = checks.flatMap((check) => check.options ?? []).find((candidate) => candidate.value === value);
  if (option) return optionLabel(option.key);
  return checks.some(({ code }) => code === 'money') ? formatMoney(Number(value)) : String(value);
}
