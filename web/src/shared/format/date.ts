import { common } from '@/shared/messages';
import { locale, whenUsed } from './locale';

const dates = (options: Intl.DateTimeFormatOptions) =>
  whenUsed(() => new Intl.DateTimeFormat(locale.dates, { ...options, timeZone: 'UTC' }));
const day = dates({ day: 'numeric', month: 'short', year: 'numeric' });
const exact = dates({ dateStyle: 'medium', timeStyle: 'medium' });
const time = dates({ timeStyle: 'short' });
const relative = whenUsed(() => new Intl.RelativeTimeFormat(locale.words, { numeric: 'auto' }));

/** 14 Nov 2026. Dates are shown in UTC, as they are kept. */
export function formatDay(iso: string): string {
  return shortMonth(day().format(new Date(iso)));
}

export function formatExact(iso: string): string {
  return `${shortMonth(exact().format(new Date(iso)))} UTC`;
}

/** 23:59, in UTC. */
export function formatTime(iso: string): string {
  return time().format(new Date(iso));
}

/** In 12 days, tomorrow, 3 days ago: by the days of the calendar in UTC. */
export function formatDaysUntil(iso: string, now = Date.now()): string {
  const dayNumber = (instant: number) => Math.floor(instant / 86_400_000);
  return relative().format(dayNumber(Date.parse(iso)) - dayNumber(now), 'day');
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['hour', 3_600],
  ['minute', 60],
];

/** 5 minutes ago; after a week the day itself says more. */
export function formatRelative(iso: string, now = Date.now()): string {
  const seconds = Math.round((new Date(iso).getTime() - now) / 1000);
  if (Math.abs(seconds) >= 7 * 86_400) return formatDay(iso);
  if (Math.abs(seconds) >= 86_400) return formatDaysUntil(iso, now);
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  return step ? relative().format(Math.trunc(seconds / step[1]), step[0]) : common.justNow;
}

/** British English alone writes one short month with four letters. */
function shortMonth(text: string): string {
  return text.replace('Sept', 'Sep');
}

const month = dates({ month: 'long', year: 'numeric' });
const monthName = dates({ month: 'short', year: '2-digit' });
const weekday = dates({ weekday: 'short' });

/** November 2026 */
export function formatMonth(iso: string): string {
  return month().format(new Date(iso));
}

/** Nov 26 */
export function formatShortMonth(iso: string): string {
  return shortMonth(monthName().format(new Date(iso)));
}

/** Mon */
export function formatWeekday(iso: string): string {
  return weekday().format(new Date(iso));
}
