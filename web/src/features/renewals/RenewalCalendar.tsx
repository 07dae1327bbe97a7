import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CalendarPlus, CalendarX2, ChevronLeft, ChevronRight, CircleStop, History, Repeat } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { formatDay, formatMonth, formatWeekday } from '@/shared/format/date';
import { formatMoney } from '@/shared/format/money';
import { useMinute } from '@/shared/loading/timing';
import { Button, ButtonLink } from '@/shared/ui/buttons/Button';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { Card } from '@/shared/ui/records/Card';
import { ErrorState } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
import { type Filter, queryOf } from './filter';
import { messages } from './messages';
import { type Renewal, renewalsQuery } from './queries';
import styles from './Renewals.module.css';

/** The server gives no more at once. */
const most = 200;
const mostOfDay = 3;
const day = 86_400_000;

interface RenewalCalendarProps {
  filter: Filter;
  /** 2026-11; the present one without. */
  month: string | null;
  onMonth: (month: string | undefined) => void;
}

/** A month with what ends or renews on each of its days, and what has to be canceled by then. */
export function RenewalCalendar({ filter, month: named, onMonth }: RenewalCalendarProps) {
  const today = new Date(useMinute() * 60_000).toISOString().slice(0, 10);
  const month = named && /^\d{4}-(0[1-9]|1[0-2])$/.test(named) ? named : today.slice(0, 7);
  const first = Date.parse(`${month}-01`);
  const next = Date.parse(`${shifted(month, 1)}-01`);
  const [from, to] = [dayOf(first), dayOf(next - day)];
  const ends = useMonth(filter, 'notStarted,active,renews,ended', { from, to });
  const notices = useMonth(filter, 'renews', { cancelFrom: from, cancelTo: to });
  const months = [ends, notices];
  const missing = months.find(({ data }) => !data);

  return (
    <Card>
      <div className={styles.month}>
        <h2 aria-live="polite">{formatMonth(from)}</h2>
        <span className={styles.steps}>
          <IconButton
            label={messages.previousMonth}
            icon={<ChevronLeft />}
            onClick={() => onMonth(shifted(month, -1))}
          />
          <Button onClick={() => onMonth(undefined)}>{messages.thisMonth}</Button>
          <IconButton label={messages.nextMonth} icon={<ChevronRight />} onClick={() => onMonth(shifted(month, 1))} />
        </span>
        <ButtonLink to={`${paths.app.account()}?tab=notifications#calendar`} icon={<CalendarPlus aria-hidden />}>
          {messages.subscribe}
        </ButtonLink>
      </div>
      {missing && months.some(({ isError }) => isError) ? (
        <ErrorState
          message={messages.notLoaded}
          busy={months.some(({ isFetching }) => isFetching)}
          onRefresh={() => months.forEach(({ refetch }) => void refetch())}
        />
      ) : missing ? (
        <Skeleton height="36rem" />
      ) : (
        <>
          <Legend />
          <table className={styles.calendar} aria-label={messages.calendar(formatMonth(from))}>
            <thead>
              <tr>
                {weekOf(first).map((at) => (
                  <th key={at} scope="col">
                    {formatWeekday(dayOf(at))}
                  </th>
                ))}
                <th scope="col">{messages.weekSum}</th>
              </tr>
            </thead>
            <tbody>
              {weeksOf(first, next).map((week) => (
                <tr key={week[0]}>
                  {week.map((at) =>
                    at >= first && at < next ? (
                      <Day
                        key={at}
                        day={dayOf(at)}
                        isToday={dayOf(at) === today}
                        ends={rowsOf(ends.data, ({ endAt }) => endAt.startsWith(dayOf(at)))}
                        notices={rowsOf(notices.data, ({ cancelBy }) => cancelBy?.startsWith(dayOf(at)) === true)}
                      />
                    ) : (
                      <td key={at} />
                    ),
                  )}
                  <WeekSum ends={rowsOf(ends.data, ({ endAt }) => isWithin(endAt, week))} />
                </tr>
              ))}
            </tbody>
          </table>
          <p className={styles.note}>{messages.amounts}</p>
          {months.map(
            ({ data }, index) =>
              data &&
              data.pagination.totalItems > data.data.length && (
                <p key={index === 0 ? 'ends' : 'notices'} className={styles.note}>
                  {messages.notAll(data.data.length, data.pagination.totalItems)}
                </p>
              ),
          )}
        </>
      )}
    </Card>
  );
}

/** The subscriptions whose end, or whose last day to cancel, is in a month. */
function useMonth(filter: Filter, State: string, days: Partial<Filter>) {
  const { email } = useAccount();
  const narrowed = { from: '', to: '', cancelFrom: '', cancelTo: '', ...days };
  const all = { ...filter, preset: 'all' as const, sort: 'endAt' as const, ...narrowed };
  const query = renewalsQuery({ ...all, calendar: true }, () => ({ ...queryOf(all, email), State, PageSize: most }));
  return useQuery({ ...query, placeholderData: keepPreviousData });
}

function rowsOf(page: { data: Renewal[] } | undefined, isOfDay: (row: Renewal) => boolean): Renewal[] {
  return page?.data.filter(isOfDay) ?? [];
}

const marks = {
  ends: <CircleStop aria-hidden />,
  ended: <History aria-hidden />,
  renews: <Repeat aria-hidden />,
  cancelBy: <CalendarX2 aria-hidden />,
};
type Mark = keyof typeof marks;

/** The marks in words, for those who see them; each entry has its own words. */
function Legend() {
  return (
    <p className={styles.legend} aria-hidden>
      {(['ends', 'ended', 'renews', 'cancelBy'] as const).map((mark) => (
        <span key={mark} data-mark={mark}>
          {marks[mark]} {messages.marks[mark]}
        </span>
      ))}
    </p>
  );
}

interface DayProps {
  day: string;
  isToday: boolean;
  ends: Renewal[];
  /** Those of which it is the last day to cancel. */
  notices: Renewal[];
}

function Day({ day: date, isToday, ends, notices }: DayProps) {
  return (
    <td data-today={isToday || undefined}>
      <p className={styles.number}>
        <span className={styles.weekday}>{formatWeekday(date)} </span>
        <time dateTime={date} title={formatDay(date)}>
          {Number(date.slice(8))}
        </time>
      </p>
      {ends.length + notices.length > 0 && (
        <ul>
          {notices.slice(0, mostOfDay).map((row) => (
            <Entry key={`cancelBy ${row.id}`} row={row} mark="cancelBy" />
          ))}
          <More
            count={notices.length - mostOfDay}
            label={messages.moreToCancelOn(notices.length - mostOfDay, formatDay(date))}
            search={{ preset: 'any', kind: 'renews', cancelFrom: date, cancelTo: date }}
          />
          {ends.slice(0, mostOfDay).map((row) => (
            <Entry key={row.id} row={row} mark={markOf(row)} />
          ))}
          <More
            count={ends.length - mostOfDay}
            label={messages.moreOn(ends.length - mostOfDay, formatDay(date))}
            search={{ preset: 'all', from: date, to: date }}
          />
        </ul>
      )}
    </td>
  );
}

function markOf({ state }: Renewal): Mark {
  return state === 'renews' || state === 'ended' ? state : 'ends';
}

function isWithin(instant: string, [monday = 0]: number[]): boolean {
  const at = Date.parse(instant);
  return at >= monday && at < monday + 7 * day;
}

/** What the terms that end in a week are worth together. */
function WeekSum({ ends }: { ends: Renewal[] }) {
  const cents = ends.reduce((sum, { price }) => sum + Math.round(price * 100), 0);
  return (
    <td className={styles.week}>
      {ends.length > 0 && (
        <>
          <span className={styles.weekday}>{messages.weekSumAlone}</span>
          {formatMoney(cents / 100)}
        </>
      )}
    </td>
  );
}

function Entry({ row: { id, projectId, subscription, companyName, price }, mark }: { row: Renewal; mark: Mark }) {
  return (
    <li
      data-mark={mark}
      title={`${messages.marked(messages.marks[mark])}${subscription.name}, ${companyName}, ${messages.aTerm(formatMoney(price))}`}
    >
      {marks[mark]}
      <Link to={paths.projects.subscription(projectId, id)} className={styles.item}>
        <VisuallyHidden>{messages.marked(messages.marks[mark])}</VisuallyHidden>
        {subscription.name}
      </Link>{' '}
      <span className={styles.company} dir="auto">
        {companyName}
      </span>{' '}
      <span className={styles.amount}>{formatMoney(price)}</span>
    </li>
  );
}

interface MoreProps {
  count: number;
  label: string;
  /** The address of the table of all of the day. */
  search: Record<string, string>;
}

function More({ count, label, search }: MoreProps) {
  if (count <= 0) return null;
  return (
    <li>
      <Link to={`?${new URLSearchParams(search)}`} aria-label={label}>
        {messages.more(count)}
      </Link>
    </li>
  );
}

/** Weeks begin on Monday. */
function weeksOf(first: number, next: number): number[][] {
  const weeks: number[][] = [];
  for (let at = weekOf(first)[0] ?? first; at < next; at += 7 * day) weeks.push(weekOf(at));
  return weeks;
}

function weekOf(at: number): number[] {
  const monday = at - ((new Date(at).getUTCDay() + 6) % 7) * day;
  return [0, 1, 2, 3, 4, 5, 6].map((offset) => monday + offset * day);
}

function shifted(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
