import { GitCompareArrows, History } from 'lucide-react';
import { optionLabel } from '@/api/enumerations';
import type { FieldRules, FormRules } from '@/api/rules';
import { formatMoney } from '@/shared/format/money';
import { isolate } from '@/shared/format/text';
import { lastChangeOf } from '@/shared/lastChange';
import { common } from '@/shared/messages';
import { recordMessages } from '@/shared/recordMessages';
import { Button } from '@/shared/ui/buttons/Button';
import { cx } from '@/shared/ui/cx';
import { RelativeTime } from '@/shared/ui/text/RelativeTime';
import { Sentence } from '@/shared/ui/text/Sentence';
import styles from './Form.module.css';
import type { Conflict } from './useConflict';
import type { FormValues } from './values';

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
export function ConflictBanner(props: ConflictBannerProps) {
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
          <Sentence
            text={recordMessages.changedBy}
            parts={{
              who: isolate(conflict.changedBy ?? told?.by ?? recordMessages.someoneElse),
              when: changedAt ? <RelativeTime at={changedAt} /> : recordMessages.meanwhile,
            }}
          />
        </p>
        {changed.length > 0 && (
          <ul className={styles.bannerLines}>
            {changed.map(([name, field]) => (
              <li key={name}>{recordMessages.isNow(field.label, inWords(theirs[name], field))}</li>
            ))}
          </ul>
        )}
        <div className={styles.bannerActions}>
          <Button onClick={onReload}>{common.reload}</Button>
          <Button onClick={onKeepMine}>{recordMessages.keepMine}</Button>
        </div>
      </div>
    </div>
  );
}

function inWords(value: unknown, { checks }: FieldRules): string {
  if (value === '') return recordMessages.empty;
  if (typeof value === 'boolean') return value ? recordMessages.yes : recordMessages.no;
  const option = checks.flatMap((check) => check.options ?? []).find((candidate) => candidate.value === value);
  if (option) return optionLabel(option.key);
  return checks.some(({ code }) => code === 'money') ? formatMoney(Number(value)) : String(value);
}

interface RestoredDraftProps {
  at: string;
  onDiscard: () => void;
}

/** Says that the form holds what was typed before, and was not saved. */
export function RestoredDraft({ at, onDiscard }: RestoredDraftProps) {
  return (
    <div className={cx(styles.banner, styles.restored)} role="status">
      <History size={16} aria-hidden />
      <p>
        <Sentence text={recordMessages.restored} parts={{ when: <RelativeTime at={at} /> }} />
      </p>
      <Button variant="quiet" className={styles.discard} onClick={onDiscard}>
        {recordMessages.discard}
      </Button>
    </div>
  );
}
