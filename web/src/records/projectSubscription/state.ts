import type { Project } from '@/records/project/record';

export type ProjectSubscription = Project['subscriptions'][number];

/** As the server names them, but for `endsSoon`, which is a part of its `active`. */
export type SubscriptionState = 'notStarted' | 'active' | 'endsSoon' | 'renews' | 'ended' | 'canceled';

/** Within two weeks of its end a subscription that does not renew asks for attention; the dashboard counts it then. */
const soon = 14 * 86_400_000;

type Period = Pick<ProjectSubscription, 'startAt' | 'endAt' | 'autoRenew' | 'isCanceled' | 'runsFrom'>;

export function subscriptionState(
  { startAt, endAt, autoRenew, isCanceled, runsFrom }: Period,
  now = Date.now(),
): SubscriptionState {
  if (isCanceled) return 'canceled';
  if (Date.parse(endAt) < now && !autoRenew) return 'ended';
  if (Date.parse(runsFrom ?? startAt) > now) return 'notStarted';
  return autoRenew ? 'renews' : activeOrEndsSoon(endAt, now);
}

export function runs(subscription: Period): boolean {
  return ['active', 'endsSoon', 'renews'].includes(subscriptionState(subscription));
}

/** The state of one that runs and does not renew. */
export function activeOrEndsSoon(endAt: string, now: number): SubscriptionState {
  return Date.parse(endAt) - now <= soon ? 'endsSoon' : 'active';
}
