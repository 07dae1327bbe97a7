import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pencil, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { ApiError, refusalText } from '@/api/errors';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { ChartCard } from '@/shared/chart/Chart';
import { LineChart } from '@/shared/chart/LineChart';
import { formatDay, formatMonth, formatShortMonth } from '@/shared/format/date';
import { formatDollars, formatMoney } from '@/shared/format/money';
import { useDebounced } from '@/shared/loading/timing';
import { useUrlParams } from '@/shared/navigation/useUrlParams';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { Chips } from '@/shared/ui/inputs/Chips';
import { Select } from '@/shared/ui/inputs/Select';
import { Toolbar } from '@/shared/ui/page/Toolbar';
import { Card } from '@/shared/ui/records/Card';
import { FigureHelp } from '@/shared/ui/records/FigureHelp';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { messages } from './messages';
import styles from './Plan.module.css';
import { actionText, type Days, dayNumber, dayOf, effectOf, type Measure, valuesOf, whoseText } from './plan';
import { lastDayOf, monthAfter, outcomeQuery, seesEveryCostQuery, type Tried } from './queries';
import type { ForecastEvent, Outcome, PlanChange } from './types';

interface YearProps {
  tried: Tried;
  days: Days;
  /** Events that have been read: they know names. */
  known: readonly ForecastEvent[];
  /** The place of the change that has just been chosen. */
  added: number | undefined;
  onUntil: (until: string) => void;
  onDay: (index: number, on: string) => void;
  onEdit: (index: number) => void;
  onTakeOut: (index: number) => void;
  add: ReactNode;
}

/** While a day is dragged, not every day on its way is computed. */
const pause = 200;

/** The value of the months ahead with the changes that are tried, each marked at its day, and listed below. */
export function Year({ tried, days, known, added, onUntil, onDay, onEdit, onTakeOut, add }: YearProps) {
  const { isAdmin } = useAccount();
  const { params, change } = useUrlParams();
  const body = useDebounced(JSON.stringify(tried), pause);
  const result = useQuery({
    ...outcomeQuery(useMemo(() => JSON.parse(body) as Tried, [body])),
    placeholderData: keepPreviousData,
  });
  const { data, isError, error } = result;
  const hasCost = data?.months.some(({ cost }) => cost !== null) ?? false;
  // A moderator may see the cost of some, which is no margin of all.
  const { data: seesEveryCost = false } = useQuery({ ...seesEveryCostQuery, enabled: hasCost && !isAdmin });
  const seesCost = hasCost && (isAdmin || seesEveryCost);
  const measure: Measure = params.get('show') === 'margin' && seesCost ? 'margin' : 'price';
  const isTried = tried.changes.length > 0;
  const list = (
    <>
      {isTried && (
        <ol className={styles.tried} aria-label={messages.tried}>
          {tried.changes.map((one, index) => (
            <ChangeRow
              // biome-ignore lint/suspicious/noArrayIndexKey: two changes may be alike, and none moves
              key={index}
              change={one}
              outcome={data?.changes[index]}
              days={days}
              known={known}
              onDay={(on) => onDay(index, on)}
              onEdit={() => onEdit(index)}
              onTakeOut={() => onTakeOut(index)}
            />
          ))}
        </ol>
      )}
      <div className={styles.add}>{add}</div>
    </>
  );
  return (
    <div className={styles.year}>
      <Controls
        data={data}
        measure={measure}
        isTried={isTried}
        until={tried.until}
        month={days.first.slice(0, 7)}
        seesCost={seesCost}
        onUntil={onUntil}
        onMeasure={(next) => change({ show: next === 'margin' ? next : undefined })}
      />
      {!data && isError ? (
        // What can not be computed can be changed all the same.
        <Card>
          <FailedQuery query={result} message={reasonOf(error) ?? messages.notLoaded} />
          {list}
        </Card>
      ) : !data ? (
        <Skeleton height="420px" />
      ) : (
        <Picture data={data} measure={measure} tried={tried} days={days} known={known} added={added} onDay={onDay}>
          {list}
        </Picture>
      )}
      {data && isError && (
        <div className={styles.stale}>
          <FailedQuery query={result} message={`${reasonOf(error) ?? ''} ${messages.notComputed}`.trim()} />
        </div>
      )}
    </div>
  );
}

/** What the server does not take. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || ![400, 422].includes(error.status)) return undefined;
  return refusalText(error);
}

interface ControlsProps {
  data: Outcome | undefined;
  measure: Measure;
  isTried: boolean;
  until: string;
  /** The running month. */
  month: string;
  seesCost: boolean;
  onUntil: (until: string) => void;
  onMeasure: (measure: Measure) => void;
}

const measures = (['price', 'margin'] as const).map((value) => ({ value, label: messages.measures[value] }));

/** The effect in a sentence, and what is drawn; in sight however far the list below is scrolled. */
function Controls({ data, measure, isTried, until, month, seesCost, onUntil, onMeasure }: ControlsProps) {
  const lengths = ([12, 24] as const).map((months) => ({
    value: monthAfter(month, months),
    label: messages.untilMonths[months],
  }));
  const isUsual = lengths.some(({ value }) => value === until);
  return (
    <Toolbar
      filters={
        <>
          {seesCost && <Chips label={messages.measure} options={measures} value={measure} onChange={onMeasure} />}
          <Select
            label={messages.until}
            options={isUsual ? lengths : [{ value: until, label: messages.untilMonth(monthText(until)) }, ...lengths]}
            value={until}
            onChange={onUntil}
          />
        </>
      }
    >
      <p className={styles.effect} role="status">
        {data && (isTried ? effectText(data, measure, until) : asItIsText(data, measure))}
        {data && isTried && <FigureHelp topic="what-a-plan-comes-to" of={messages.whatItComesTo} />}
      </p>
    </Toolbar>
  );
}

function monthText(month: string): string {
  return formatMonth(`${month}-01`);
}

function asItIsText({ months }: Outcome, measure: Measure): string {
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return '';
  const [now] = valuesOf(first, measure);
  const [then] = valuesOf(last, measure);
  const text = measure === 'price' ? messages.nowAndThen : messages.nowAndThenOfMargin;
  return `${text(formatMoney(now), formatMoney(then), monthText(last.month))}.`;
}

/** $3,120 more until November 2027, 4 customers above 10 %. */
function effectText(data: Outcome, measure: Measure, until: string): string {
  const effect = effectOf(data, measure);
  const text = measure === 'price' ? messages.effect : messages.effectOfMargin;
  const sum =
    effect === 0
      ? messages.noEffect(monthText(until))
      : text(effect > 0, formatDollars(Math.abs(effect)), monthText(until));
  return `${sum}${data.customersAbove > 0 ? `, ${messages.customersAbove(data.customersAbove)}` : ''}.`;
}

interface PictureProps extends Pick<YearProps, 'tried' | 'days' | 'known' | 'added' | 'onDay'> {
  data: Outcome;
  measure: Measure;
  children: ReactNode;
}

function Picture({ data, measure, tried, days, known, added, onDay, children }: PictureProps) {
  const { months } = data;
  const isTried = tried.changes.length > 0;
  const [shown, show] = useState<string>();
  /** The mark under the pointer or the focus. */
  const [marked, mark] = useState<number>();
  const [first, last] = [dayNumber(days.first), dayNumber(days.last)];
  const placeOf = (day: number) => Math.min(1, Math.max(0, (day - first) / Math.max(1, last - first)));
  const words = (month: Outcome['months'][number]) => {
    const [before, after] = valuesOf(month, measure).map(formatMoney);
    return messages.inMonth(monthText(month.month), before ?? '', isTried ? after : undefined);
  };
  const [begin, end] = [months[0], months.at(-1)];
  const asItIs = { look: isTried ? 'quiet' : 'accent', label: messages.asItIs } as const;
  const isEmpty = months.every((month) => valuesOf(month, measure).every((value) => value === 0));
  const texts = tried.changes.map(
    (one, index) => `${actionText(one)}, ${whoseText(one, data.changes[index]?.total, known)}`,
  );
  const markedDay = marked === undefined ? undefined : tried.changes[marked]?.on;
  const markedText = marked !== undefined && markedDay && `${formatDay(markedDay)}: ${texts[marked]}`;
  return (
    <ChartCard
      heading="h2"
      title={messages.question[measure]}
      detail={markedText || (shown ?? (begin && end ? words(end) : ''))}
      empty={isEmpty && !isTried ? messages.nothing : undefined}
      table={{
        columns: [messages.month, messages.asItIs, ...(isTried ? [messages.asPlanned] : [])],
        rows: months.map((month) => [
          monthText(month.month),
          ...valuesOf(month, measure)
            .slice(0, isTried ? 2 : 1)
            .map(formatMoney),
        ]),
      }}
    >
      <LineChart
        label={messages.question[measure]}
        onShow={show}
        format={formatDollars}
        lines={isTried ? [asItIs, { look: 'accent', label: messages.asPlanned }] : [asItIs]}
        marks={tried.changes.map(({ on }, index) => ({
          key: index,
          at: placeOf(dayNumber(on)),
          control: (
            <ChangeMark
              label={messages.dayOf(texts[index] ?? '')}
              number={index + 1}
              on={on}
              days={days}
              isAdded={index === added}
              onDay={(next) => onDay(index, next)}
              onMarked={(isMarked) => mark(isMarked ? index : undefined)}
            />
          ),
        }))}
        points={months.map((month) => ({
          key: month.month,
          // The running month is worth what it is now.
          at: month === begin ? 0 : placeOf(dayNumber(lastDayOf(month.month))),
          name: formatShortMonth(`${month.month}-01`),
          values: valuesOf(month, measure).slice(0, isTried ? 2 : 1),
          label: words(month),
          to: rowsOf(month.month, days.first),
        }))}
      />
      {children}
    </ChartCard>
  );
}

interface ChangeMarkProps {
  label: string;
  number: number;
  on: string;
  days: Days;
  isAdded: boolean;
  onDay: (on: string) => void;
  onMarked: (isMarked: boolean) => void;
}

/** The day of a change on the chart: it is dragged, or moved by keys. */
function ChangeMark({ label, number, on, days, isAdded, onDay, onMarked }: ChangeMarkProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isAdded) input.current?.focus();
  }, [isAdded]);
  return (
    <>
      <input
        ref={input}
        type="range"
        className={styles.mark}
        aria-label={label}
        aria-valuetext={formatDay(on)}
        min={dayNumber(days.first)}
        max={dayNumber(days.last)}
        value={dayNumber(on)}
        onChange={({ target }) => onDay(dayOf(Number(target.value)))}
        onFocus={() => onMarked(true)}
        onBlur={() => onMarked(false)}
        onPointerEnter={() => onMarked(true)}
        onPointerLeave={({ currentTarget }) => onMarked(currentTarget === document.activeElement)}
      />
      <span className={styles.number} aria-hidden>
        {number}
      </span>
    </>
  );
}

/** The subscriptions that make up the value of a month, as far as nobody does anything. */
function rowsOf(month: string, today: string): string {
  const running = `${paths.app.renewals()}?preset=any&kind=both`;
  return month === today.slice(0, 7) ? running : `${running}&at=${lastDayOf(month)}T23:59:59.000Z`;
}

interface ChangeRowProps {
  change: PlanChange;
  outcome: Outcome['changes'][number] | undefined;
  days: Days;
  known: readonly ForecastEvent[];
  onDay: (on: string) => void;
  onEdit: () => void;
  onTakeOut: () => void;
}

/** A change, with its day to type. */
function ChangeRow({ change, outcome, days, known, onDay, onEdit, onTakeOut }: ChangeRowProps) {
  const what = actionText(change);
  const whose = whoseText(change, outcome?.total, known);
  return (
    <li className={styles.change}>
      <p>
        <strong>{what}</strong> <span dir="auto">{whose}</span>
        {outcome && outcome.changes < outcome.total && (
          <Note as="span">
            {messages.changesCount(outcome.changes, outcome.total)}
            {outcome.refusedTotal > 0 && (
              <span className={styles.refused}>, {messages.refusedCount(outcome.refusedTotal)}</span>
            )}
          </Note>
        )}
      </p>
      <span className={styles.controls}>
        <DayField label={messages.dayOf(`${what}, ${whose}`)} on={change.on} days={days} onDay={onDay} />
        <IconButton label={messages.edit(what, whose)} icon={<Pencil size={16} />} onClick={onEdit} />
        <IconButton label={messages.takeOut(what, whose)} icon={<X size={16} />} onClick={onTakeOut} />
      </span>
    </li>
  );
}

/** A day that is half typed is none yet. */
function DayField({ label, on, days, onDay }: { label: string; on: string; days: Days; onDay: (on: string) => void }) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  return (
    <input
      id={id}
      type="date"
      className={styles.day}
      aria-label={label}
      min={days.first}
      max={days.last}
      value={typed ?? on}
      onChange={({ target: { value } }) => {
        const isDay = value >= days.first && value <= days.last;
        setTyped(isDay ? undefined : value);
        if (isDay) onDay(value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
