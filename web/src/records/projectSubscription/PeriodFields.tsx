import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import * as rules from '@/api/rules.gen';
import { messages } from '@/records/projectItem/messages';
import { formatDay } from '@/shared/format/date';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { lazyPart } from '@/shared/loading/lazyPart';
import { Chips } from '@/shared/ui/inputs/Chips';
import styles from './PeriodFields.module.css';
import { endOfTerm, lengthOf, periodOf, type Term, termInWords, terms } from './period';
import { type ProjectSubscription, runs } from './state';

const { TextField } = fieldsFor(rules.ProjectSubscriptionInput);

const PriceFrom = lazyPart(() => import('./PriceFrom'));

/** Both days are asked for in one place; a price that changes while it runs, with when that is. */
export const periodControls = (stored?: ProjectSubscription) => ({
  startAt: <PeriodFields stored={stored} />,
  endAt: <></>,
  price: stored && runs(stored) && <ChangedPrice stored={stored} />,
});

function ChangedPrice({ stored }: { stored: ProjectSubscription }) {
  const price: unknown = useWatch({ name: 'price' });
  return typeof price === 'number' && price !== stored.price && <PriceFrom />;
}

interface Values {
  startAt: string;
  endAt: string;
  autoRenew: boolean;
  noticeDays: number | string;
}

const options = [...(Object.keys(terms) as Term[]), 'until' as const].map((value) => ({
  value,
  label: messages.terms[value],
}));

/** The first and the last day of a subscription, usual terms to choose, and what follows from them in words. */
function PeriodFields({ stored }: { stored: ProjectSubscription | undefined }) {
  const { setValue } = useFormContext<Values>();
  const { startAt, endAt } = useWatch<Values>() as Values;
  const known = (Object.keys(terms) as Term[]).find((term) => endOfTerm(startAt, term) === endAt);
  const [chosen, setChosen] = useState(known);
  const isChosen = chosen !== undefined && endOfTerm(startAt, chosen) === endAt;

  function choose(term: Term | 'until', start = startAt) {
    const end = term === 'until' ? undefined : endOfTerm(start, term);
    setChosen(term === 'until' ? undefined : term);
    if (end) setValue('endAt', end, { shouldDirty: true, shouldValidate: true });
  }

  return (
    <>
      <div
        className={styles.days}
        onChange={({ target }) => {
          const { name, value } = target as HTMLInputElement;
          if (name === 'startAt' && chosen) choose(chosen, value);
          if (name === 'endAt') setChosen(undefined);
        }}
      >
        <TextField name="startAt" type="date" autoComplete="off" width="medium" help={messages.startHelp} />
        <TextField name="endAt" type="date" autoComplete="off" width="medium" help={messages.endHelp} />
      </div>
      <div className={styles.term}>
        <Chips
          label={messages.term}
          options={options}
          value={(isChosen ? chosen : known) ?? 'until'}
          onChange={(term) => choose(term)}
        />
        <PeriodInWords stored={stored} />
      </div>
    </>
  );
}

/** One week. It renews after 22 Nov 2026; the next period runs until 29 Nov 2026. */
function PeriodInWords({ stored }: { stored: ProjectSubscription | undefined }) {
  const { startAt, endAt, autoRenew, noticeDays } = useWatch<Values>() as Values;
  const isPeriod = !Number.isNaN(Date.parse(startAt)) && !Number.isNaN(Date.parse(endAt)) && startAt <= endAt;
  const period = isPeriod ? periodOf({ startAt, endAt }, stored) : undefined;
  const length = period && lengthOf(period);
  const notice = noticeDays === '' ? Number.NaN : Number(noticeDays);
  return (
    <p className={styles.words} aria-live="polite">
      {length &&
        (autoRenew
          ? messages.renewsOn(termInWords(length), formatDay(endAt), formatDay(length.next.endAt))
          : messages.endsOn(termInWords(length), formatDay(endAt)))}
      {period && notice >= 0 && notice <= 365 && messages.cancelUntil(formatDay(noticeDay(period.endAt, notice)))}
    </p>
  );
}

function noticeDay(endAt: string, days: number): string {
  return new Date(Date.parse(endAt) - days * 86_400_000).toISOString();
}
