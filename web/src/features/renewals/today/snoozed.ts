import { dayOfInstant, startOfDay } from '@/shared/format/date';
import { readStored, writeStored } from '@/shared/storage/storage';
import { createStore } from '@/shared/storage/store';

/*
 * Rows of Today that a person has put off. They are kept in this browser, by person, until their day comes. The lists and
 * notifications of the server know nothing of them.
 */

type Snoozed = Record<string, number>;

const keyOf = (email: string) => `todaySnoozed:${email}`;
const changes = createStore(0);

function read(email: string, now: number): Snoozed {
  try {
    const stored = Object.entries(JSON.parse(readStored('localStorage', keyOf(email)) ?? '{}') as Snoozed);
    return Object.fromEntries(stored.filter(([, until]) => until > now));
  } catch {
    return {};
  }
}

function write(email: string, snoozed: Snoozed): void {
  writeStored('localStorage', keyOf(email), Object.keys(snoozed).length > 0 ? JSON.stringify(snoozed) : null);
  changes.set(changes.get() + 1);
}

/** The ids of the subscriptions that are put off now. */
export function snoozedIds(email: string, now = Date.now()): ReadonlySet<string> {
  return new Set(Object.keys(read(email, now)));
}

/** The same, as it changes. */
export function useSnoozed(email: string): ReadonlySet<string> {
  changes.use();
  return snoozedIds(email);
}

export function snooze(email: string, id: string, until: number, now = Date.now()): void {
  write(email, { ...read(email, now), [id]: until });
}

/** Shows them again. */
export function wake(email: string, ids: Iterable<string>, now = Date.now()): void {
  const woken = new Set(ids);
  write(email, Object.fromEntries(Object.entries(read(email, now)).filter(([id]) => !woken.has(id))));
}

/** The beginnings of tomorrow and of the next Monday, for the person. */
export function snoozeDays(now = Date.now()): { tomorrow: number; nextWeek: number } {
  const today = dayOfInstant(now);
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  return { tomorrow: startOfDay(today, 1), nextWeek: startOfDay(today, 7 - sinceMonday) };
}
