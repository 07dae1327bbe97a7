import type { Check } from '@/api/rules';
import { messages } from '@/records/projectItem/messages';
import type { ProjectSubscription } from './state';

/** The server's own conditions between the fields, told before it has to. */
export const betweenFields: Check[] = [
  {
    code: 'order',
    field: 'startAt',
    message: messages.endBeforeStart,
    test: (endAt, { startAt }) => String(endAt) >= String(startAt ?? ''),
  },
  {
    code: 'renewal',
    field: 'autoRenew',
    message: messages.endTooEarlyToRenew,
    test: (endAt, { startAt, autoRenew }) => !autoRenew || String(endAt) > String(startAt ?? ''),
  },
];

/** As a form has it, in days. */
interface Period {
  startAt: string | null;
  endAt: string | null;
}

/**
 * The instants of a period, which runs from the first second of its first day to the last of its last, in UTC. A day that
 * stayed the same keeps its stored instant: a renewed period may begin and end at any hour.
 */
export function periodOf(values: Period, stored?: ProjectSubscription) {
  const keep = (instant: string | undefined, day: string | null) =>
    instant !== undefined && dayOf(instant) === day ? instant : undefined;
  return {
    startAt: keep(stored?.startAt, values.startAt) ?? `${values.startAt}T00:00:00Z`,
    endAt: keep(stored?.endAt, values.endAt) ?? `${values.endAt}T23:59:59Z`,
  };
}

/** 2026-11-14 */
export function dayOf(instant: string): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The calendar day of the person who looks at the screen, which may be another one than that of UTC. */
export function localDayOf(instant: Date): string {
  const part = (number: number) => String(number).padStart(2, '0');
  return `${instant.getFullYear()}-${part(instant.getMonth() + 1)}-${part(instant.getDate())}`;
}

/** The terms that a form offers. */
export const terms = { week: { days: 7 }, month: { months: 1 }, quarter: { months: 3 }, year: { months: 12 } } as const;

export type Term = keyof typeof terms;

/** The last day of a term that begins on a day; undefined for text that is not a day. */
export function endOfTerm(start: string, term: Term): string | undefined {
  if (Number.isNaN(Date.parse(start))) return undefined;
  const length: { days?: number; months?: number } = terms[term];
  const from = new Date(start);
  const over = length.months ? addMonths(from, length.months, from.getUTCDate()) : addDays(from, length.days ?? 0);
  return dayOf(addDays(over, -1).toISOString());
}

interface Instants {
  startAt: string;
  endAt: string;
}

/** How long a period is, and the one after it. Periods that came before it tell whether it renews by months. */
export function lengthOf(period: Instants, earlier: Instants[] = []) {
  const [start, end] = [new Date(period.startAt), new Date(period.endAt)];
  const anchors = [start.getUTCDate(), 29, 30, 31].filter((day) => day >= start.getUTCDate());
  const anchor = anchors.find((day) => [period, ...earlier].every((one) => wholeMonths(one, day) !== undefined));
  const whole = anchor === undefined ? undefined : wholeMonths(period, anchor);
  if (anchor !== undefined && whole) {
    const next = addMonths(whole.over, whole.months, anchor);
    return {
      months: whole.months,
      next: {
        startAt: new Date(Math.max(whole.over.getTime(), end.getTime())).toISOString(),
        endAt: new Date(next.getTime() + end.getTime() - whole.over.getTime()).toISOString(),
      },
    };
  }
  const over = dayAfter(period) ?? end;
  const days = Math.max(1, Math.round((midnight(over).getTime() - midnight(start).getTime()) / 86_400_000));
  return { days, next: { startAt: over.toISOString(), endAt: addDays(end, days).toISOString() } };
}

/** How long a period is, in words. */
export function termInWords({ months, days }: { months?: number; days?: number }): string {
  return months ? messages.termOfMonths(months) : messages.termOfDays(days ?? 0);
}

/** The months from anchor day to anchor day, and the day after them, as the server counts them. */
function wholeMonths(period: Instants, anchor: number): { months: number; over: Date } | undefined {
  const from = midnight(new Date(period.startAt));
  for (const over of [midnight(new Date(period.endAt)), dayAfter(period)]) {
    if (!over) continue;
    const months = (over.getUTCFullYear() - from.getUTCFullYear()) * 12 + over.getUTCMonth() - from.getUTCMonth();
    const begins = addMonths(from, 0, anchor).getTime() === from.getTime();
    if (months > 0 && begins && addMonths(from, months, anchor).getTime() === over.getTime()) return { months, over };
  }
  return undefined;
}

/** The day after a period of whole days: 1 February for 1 January, 0:00:00, to 31 January, 23:59:59. */
function dayAfter({ startAt, endAt }: Instants): Date | undefined {
  const [start, end] = [new Date(startAt), new Date(endAt)];
  const day = midnight(new Date(end.getTime() + 1000));
  return start.getTime() === midnight(start).getTime() && day > midnight(end) ? day : undefined;
}

/** The anchor day of a later month, or its last day where the month is too short. */
function addMonths(date: Date, months: number, anchor: number): Date {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(anchor, last)));
}

function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * 86_400_000);
}

function midnight(date: Date): Date {
  return new Date(Math.floor(date.getTime() / 86_400_000) * 86_400_000);
}
