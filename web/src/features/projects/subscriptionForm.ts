import type { Check, FormRules } from '@/api/rules';
import { rules } from '@/api/rules.gen';
import { dayOf, endOfDay, localDayOf, startOfDay } from './days';
import type { ProjectSubscription } from './queries';

/** What the form edits: days, where the server keeps instants. */
export interface SubscriptionValues {
  startAt: string;
  endAt: string;
  autoRenew: boolean;
  price: number | null;
  details: string | null;
}

/** The server's own conditions between the fields, told before it has to. */
const betweenFields: Check[] = [
  {
    code: 'order',
    field: 'startAt',
    message: 'End At can not be before Start At.',
    test: (endAt, { startAt }) => String(endAt) >= String(startAt ?? ''),
  },
  {
    code: 'renewal',
    field: 'autoRenew',
    message: 'End At must be at least a day after Start At when it renews.',
    test: (endAt, { startAt, autoRenew }) => !autoRenew || String(endAt) > String(startAt ?? ''),
  },
];

const { subscriptionId, startAt, endAt, price, details } = rules.ProjectSubscriptionInput;

export const subscriptionRules = {
  startAt,
  endAt: { ...endAt, checks: [...endAt.checks, ...betweenFields] },
  autoRenew: { label: 'Auto Renew', checks: [] },
  price,
  details,
} satisfies FormRules;

export const newSubscriptionRules = {
  subscriptionId,
  ...subscriptionRules,
} satisfies FormRules;

export function blankSubscription(now = new Date()): SubscriptionValues & { subscriptionId: string } {
  const today = localDayOf(now);
  return { subscriptionId: '', startAt: today, endAt: today, autoRenew: false, price: null, details: null };
}

export function subscriptionValues(stored: ProjectSubscription): SubscriptionValues {
  const { autoRenew, price: amount, details: text } = stored;
  return { startAt: dayOf(stored.startAt), endAt: dayOf(stored.endAt), autoRenew, price: amount, details: text };
}

/** A day that stayed the same keeps its stored instant: a renewed period may begin and end at any hour. */
export function periodOf(values: SubscriptionValues, stored?: ProjectSubscription) {
  const keep = (instant: string | undefined, day: string) =>
    instant !== undefined && dayOf(instant) === day ? instant : undefined;
  return {
    startAt: keep(stored?.startAt, values.startAt) ?? startOfDay(values.startAt),
    endAt: keep(stored?.endAt, values.endAt) ?? endOfDay(values.endAt),
  };
}
