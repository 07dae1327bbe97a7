import { common } from '@/shared/messages';
import { dates, writeDay } from './locale';
import { counted } from './number';
import { whenUsed } from './whenUsed';

/*
 * Days, such as the last one of a term, are the same for everybody: they are kept, and shown, in UTC. Instants, such as
 * that of a change, are shown in the person's time zone: the one of the account where it is set, else the browser's.
 */

/** 14 Nov 2026, of a day. */
export function formatDay(iso: string): string {
  const date = new Date(iso);
  return writeDay(date.getUTCDate(), date.getUTCMonth(), date.getUTCFullYear());
}

/** 14 Nov 2026, 23:59:59 UTC: the exact end or begin of a day. */
export function formatExactDay(iso: string): string {
  return `${formatDay(iso)}, ${new Date(iso).toISOString().slice(11, 19)} UTC`;
}

let wallClock: ((instant: number) => number) | undefined;

/** Sets the time zone in which instants are shown; that of the browser without one, or with one that it does not know. */
export function setTimeZone(timeZone: string | null | undefined): void {
  const format = whenUsed(() => {
    try {
      return new Intl.DateTimeFormat('sv-SE', {
        dateStyle: 'short',
        timeStyle: 'medium',
        ...(timeZone && { timeZone }),
      });
    } catch {
      return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' });
    }
  });
  // Swedish writes 2026-11-14 23:59:59.
  wallClock = timeZone ? (instant) => Date.parse(`${format().format(instant).replace(' ', 'T')}Z`) : undefined;
}

/** By how much the person's clock is ahead of UTC, in milliseconds. */
function offsetAt(instant: number): number {
  if (!wallClock) return new Date(instant).getTimezoneOffset() * -60_000;
  return wallClock(instant) - Math.floor(instant / 1000) * 1000;
}

/** 2026-11-14T23:59:59, as the person's clock shows an instant. */
function onTheClock(instant: number): string {
  return new Date(instant + offsetAt(instant)).toISOString().slice(0, 19);
}

/** The day of an instant, as 2026-11-14. */
export function dayOfInstant(at: string | number): string {
  return onTheClock(new Date(at).getTime()).slice(0, 10);
}

/** The instant at which a day begins, or the next one does, for the person. */
export function startOfDay(day: string, daysLater = 0): number {
  const utc = Date.parse(`${day}T00:00:00Z`) + daysLater * 86_400_000;
  const guess = utc - offsetAt(utc);
  return utc - offsetAt(guess);
}

/** 14 Nov 2026, of an instant. */
export function formatInstantDay(iso: string): string {
  return formatDay(dayOfInstant(iso));
}

/** 14 Nov 2026, 23:59:59 UTC+1 */
export function formatExact(iso: string): string {
  const clock = onTheClock(Date.parse(iso));
  return `${formatDay(`${clock}Z`)}, ${clock.slice(11)} ${zoneAt(Date.parse(iso))}`;
}

/** 23:59 */
export function formatTime(iso: string): string {
  return onTheClock(Date.parse(iso)).slice(11, 16);
}

/** UTC+1, UTC+5:30, UTC */
export function zoneAt(instant = Date.now()): string {
  const minutes = Math.round(offsetAt(instant) / 60_000);
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes > 0 ? '+' : '-'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}

/** In 12 days, tomorrow, 3 days ago: by the days of the calendar in UTC. */
export function formatDaysUntil(iso: string, now = Date.now()): string {
  const dayNumber = (instant: number) => Math.floor(instant / 86_400_000);
  const days = dayNumber(Date.parse(iso)) - dayNumber(now);
  if (days === 0) return common.today;
  if (Math.abs(days) === 1) return days > 0 ? common.tomorrow : common.yesterday;
  return awayBy(days, 'day');
}

function awayBy(amount: number, unit: keyof typeof common.units): string {
  const { one, many } = common.units[unit];
  const span = counted(Math.abs(amount), one, many);
  return amount > 0 ? common.ahead(span) : common.ago(span);
}

const steps: [keyof typeof common.units, number][] = [
  ['hour', 3_600],
  ['minute', 60],
];

/** 5 minutes ago; after a week the day itself says more. */
export function formatRelative(iso: string, now = Date.now()): string {
  const seconds = Math.round((new Date(iso).getTime() - now) / 1000);
  if (Math.abs(seconds) >= 7 * 86_400) return formatInstantDay(iso);
  if (Math.abs(seconds) >= 86_400) return formatDaysUntil(dayOfInstant(iso), Date.parse(dayOfInstant(now)));
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  return step ? awayBy(Math.trunc(seconds / step[1]), step[0]) : common.justNow;
}

const formatOf = (options: Intl.DateTimeFormatOptions) =>
  whenUsed(() => new Intl.DateTimeFormat(dates, { ...options, timeZone: 'UTC' }));
const month = formatOf({ month: 'long', year: 'numeric' });
const weekday = formatOf({ weekday: 'short' });

/** November 2026 */
export function formatMonth(iso: string): string {
  return month().format(new Date(iso));
}

/** Nov 26 */
export function formatShortMonth(iso: string): string {
  const date = new Date(iso);
  return `${common.months[date.getUTCMonth()]} ${String(date.getUTCFullYear()).slice(-2)}`;
}

/** Mon */
export function formatWeekday(iso: string): string {
  return weekday().format(new Date(iso));
}

/** The time zone of the browser, such as Europe/Lisbon. */
export function localTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** All time zones that the browser knows. */
export function timeZones(): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
}
