import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { formatDay, formatMonth, formatWeekday } from '@/shared/format/date';
import { useMinute } from '@/shared/timing';
import { Button } from '@/shared/ui/Button';
import { Card } from '@/shared/ui/Card';
import { ErrorState } from '@/shared/ui/ErrorState';
import { IconButton } from '@/shared/ui/IconButton';
import { Skeleton } from '@/shared/ui/Skeleton';
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
  /** The address of the table of one day. */
  hrefOfDay: (day: string) => string;
}

/** A month with what ends on each of its days. */
export function RenewalCalendar({ filter, month: named, onMonth, hrefOfDay }: RenewalCalendarProps) {
  const { email } = useAccount();
  const today = new Date(useMinute() * 60_000).toISOString().slice(0, 10);
  const month = named && /^\d{4}-(0[1-9]|1[0-2])$/.test(named) ? named : today.slice(0, 7);
  const first = Date.parse(`${month}-01`);
  const next = Date.parse(`${shifted(month, 1)}-01`);
  const [from, to] = [dayOf(first), dayOf(next - day)];
  const all = { ...filter, preset: 'all' as const, sort: 'endAt' as const, from, to };
  const query = renewalsQuery({ ...all, calendar: true }, () => ({
    ...queryOf(all, email),
    State: 'notStarted,active,renews,ended',
    PageSize: most,
  }));
  const { data, isError, isFetching, refetch } = useQuery({ ...query, placeholderData: keepPreviousData });

  return (
    <Card>
      <div className={styles.month}>
        <h2 aria-live="polite">{formatMonth(from)}</h2>
        <IconButton label={messages.previousMonth} icon={<ChevronLeft />} onClick={() => onMonth(shifted(month, -1))} />
        <Button onClick={() => onMonth(undefined)}>{messages.thisMonth}</Button>
        <IconButton label={messages.nextMonth} icon={<ChevronRight />} onClick={() => onMonth(shifted(month, 1))} />
      </div>
      {isError && !data ? (
        <ErrorState message={messages.notLoaded} busy={isFetching} onRefresh={() => void refetch()} />
      ) : !data ? (
        <Skeleton height="36rem" />
      ) : (
        <>
          <table className={styles.calendar} aria-label={messages.calendar(formatMonth(from))}>
            <thead>
              <tr>
                {weekOf(first).map((at) => (
                  <th key={at} scope="col">
                    {formatWeekday(dayOf(at))}
                  </th>
                ))}
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
                        rows={data.data.filter(({ endAt }) => endAt.startsWith(dayOf(at)))}
                        href={hrefOfDay(dayOf(at))}
                      />
                    ) : (
                      <td key={at} />
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
          {data.pagination.totalItems > data.data.length && (
            <p className={styles.note}>{messages.notAll(data.data.length, data.pagination.totalItems)}</p>
          )}
        </>
      )}
    </Card>
  );
}

interface DayProps {
  day: string;
  isToday: boolean;
  rows: Renewal[];
  href: string;
}

function Day({ day: date, isToday, rows, href }: DayProps) {
  const more = rows.length - mostOfDay;
  return (
    <td data-today={isToday || undefined}>
      <time className={styles.number} dateTime={date} title={formatDay(date)}>
        {Number(date.slice(8))}
      </time>
      {rows.length > 0 && (
        <ul>
          {rows.slice(0, mostOfDay).map(({ id, projectId, subscription, companyName, state }) => (
            <li key={id} title={`${subscription.name}, ${companyName}`}>
              <Link to={paths.projects.subscription(projectId, id)}>
                {state === 'renews' ? messages.renewing(subscription.name) : subscription.name}
              </Link>{' '}
              <span>{companyName}</span>
            </li>
          ))}
          {more > 0 && (
            <li>
              <Link to={href} aria-label={messages.moreOn(more, formatDay(date))}>
                {messages.more(more)}
              </Link>
            </li>
          )}
        </ul>
      )}
    </td>
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
