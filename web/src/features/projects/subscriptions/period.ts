import type { Check } from '@/api/rules';
import { messages } from '../messages';
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
