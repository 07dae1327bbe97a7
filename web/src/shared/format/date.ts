import { common } from '@/shared/messages';
import { dates, writeDay } from './locale';
import { counted } from './number';
import { whenUsed } from './whenUsed';

/** 14 Nov 2026. Dates are shown in UTC, as they are kept. */
export function formatDay(iso: string): string {
  const date = new Date(iso);
  return writeDay(date.getUTCDate(), date.getUTCMonth(), date.getUTCFullYear());
}

/** 14 Nov 2026, 23:59:59 UTC */
export function formatExact(iso: string): string {
  return `${formatDay(iso)}, ${new Date(iso).toISOString().slice(11, 19)} UTC`;
}

/** 23:59, in UTC. */
export function formatTime(iso: string): string {
  return new Date(iso).toISOString().slice(11, 16);
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
  if (Math.abs(seconds) >= 7 * 86_400) return formatDay(iso);
  if (Math.abs(seconds) >= 86_400) return formatDaysUntil(iso, now);
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
