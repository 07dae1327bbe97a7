import type { BulkSelection } from '@/bulk/bulk';
import { swapSigns } from '@/shared/format/locale';
import { formatMoney, marginOf } from '@/shared/format/money';
import { messages } from './messages';
import type { Tried } from './queries';
import type { ForecastEvent, Outcome, PlanChange } from './types';

/** The most that the server takes at once. */
export const mostChanges = 20;

/** What a dialog asks about: a change that is there, or one to add. */
export interface Asked {
  /** The place of one that is changed. */
  index?: number;
  change?: PlanChange;
  selection?: BulkSelection;
  /** The event that it is about. */
  event?: ForecastEvent;
}

/** The first and the last day on which something can be tried. */
export interface Days {
  first: string;
  last: string;
}

/** The day, or the nearest one of these. */
export function dayIn({ first, last }: Days, day: string): string {
  const [, middle = first] = [first, day, last].toSorted();
  return middle;
}

/** What is drawn, and summed up over the months. */
export type Measure = 'price' | 'margin';

type Month = Outcome['months'][number];

/** The value of a month, as it is and as it would be. */
export function valuesOf({ price, cost, plannedPrice, plannedCost }: Month, measure: Measure): [number, number] {
  if (measure === 'price') return [price, plannedPrice];
  return [marginOf(price, cost ?? 0), marginOf(plannedPrice, plannedCost ?? 0)];
}

/** By how much all months together differ, in dollars. */
export function effectOf({ months }: Outcome, measure: Measure): number {
  return months.reduce((sum, month) => {
    const [before, after] = valuesOf(month, measure);
    return (Math.round(sum * 100) + Math.round(marginOf(after, before) * 100)) / 100;
  }, 0);
}

/** What a change does, in a few words. */
export function actionText({ action, params }: Pick<PlanChange, 'action' | 'params'>): string {
  switch (action) {
    case 'reprice':
      return `${repriceText(params)}${params.from === 'renewal' ? messages.fromRenewal : ''}`;
    case 'setRenewal':
      return params.autoRenew ? messages.does.renews : messages.does.ends;
    case 'renew':
      return params.months ? messages.renewFor(params.months) : messages.does.renew;
    default:
      return messages.does.cancel;
  }
}

function repriceText({ percent, amount, price }: PlanChange['params']): string {
  if (typeof percent === 'number') {
    return messages.repriceBy(percent > 0, `${swapSigns(String(Math.abs(percent)))} %`);
  }
  if (typeof amount === 'number') return messages.repriceBy(amount > 0, formatMoney(Math.abs(amount)));
  return messages.repriceTo(formatMoney(price ?? 0));
}

/** Which subscriptions a change is for: their name where it is known, else how many they are. */
export function whoseText(
  { ids, query }: PlanChange,
  total: number | undefined,
  known: readonly ForecastEvent[],
): string {
  const [id] = ids?.length === 1 ? ids : [];
  const one = id && known.find(({ subscriptionId }) => subscriptionId === id);
  if (one) return messages.oneOf(one.name, one.companyName);
  const count = total ?? ids?.length;
  const companyId = new URLSearchParams(query ?? '').get('CompanyId');
  const company = companyId && known.find((event) => event.companyId === companyId);
  if (company) return count === undefined ? company.companyName : messages.countOf(count, company.companyName);
  return count === undefined ? messages.matching : messages.count(count);
}

/** The next events, by day, each of another subscription. */
export function decisionsIn(events: readonly ForecastEvent[], most = 3): ForecastEvent[] {
  return events
    .filter(
      ({ subscriptionId }, index) => events.findIndex((event) => event.subscriptionId === subscriptionId) === index,
    )
    .slice(0, most);
}

/** Events by the month that they are in. */
export function byMonth(events: readonly ForecastEvent[]): { month: string; events: ForecastEvent[] }[] {
  const months: { month: string; events: ForecastEvent[] }[] = [];
  for (const event of events) {
    const month = event.on.slice(0, 7);
    if (months.at(-1)?.month !== month) months.push({ month, events: [] });
    months.at(-1)?.events.push(event);
  }
  return months;
}

const day = 86_400_000;

/** The number of a day, counted from 1970. */
export function dayNumber(iso: string): number {
  return Math.floor(Date.parse(iso.slice(0, 10)) / day);
}

/** 2027-01-31 */
export function dayOf(number: number): string {
  return new Date(number * day).toISOString().slice(0, 10);
}

export function isSame(one: Tried, other: Tried): boolean {
  return one.until === other.until && JSON.stringify(one.changes) === JSON.stringify(other.changes);
}
