import { messages } from '@/records/project/messages';
import type { Project } from '@/records/project/record';
import { useMinute } from '@/shared/timing';
import { Badge } from '@/shared/ui/Badge';

export type ProjectSubscription = Project['subscriptions'][number];

type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad';

/** Within two weeks of its end a subscription that does not renew asks for attention; the dashboard counts it then. */
const soon = 14 * 86_400_000;

type Period = Pick<ProjectSubscription, 'startAt' | 'endAt' | 'autoRenew' | 'isCanceled'>;

export function subscriptionState(period: Period, now = Date.now()): { label: string; tone: Tone } {
  const left = Date.parse(period.endAt) - now;
  if (period.isCanceled) return { label: messages.canceled, tone: 'bad' };
  if (left < 0 && !period.autoRenew) return { label: messages.ended, tone: 'neutral' };
  if (Date.parse(period.startAt) > now) return { label: messages.notStarted, tone: 'neutral' };
  if (period.autoRenew) return { label: messages.renews, tone: 'accent' };
  return left <= soon ? { label: messages.endsSoon, tone: 'warn' } : { label: messages.active, tone: 'good' };
}

/** Whether it has started and is neither canceled nor over. One that renews goes on after its end. */
export function isRunning({ startAt, endAt, autoRenew, isCanceled }: Period, now = Date.now()): boolean {
  return !isCanceled && Date.parse(startAt) <= now && (autoRenew || Date.parse(endAt) >= now);
}

export function SubscriptionBadge({ subscription }: { subscription: ProjectSubscription }) {
  useMinute();
  const { label, tone } = subscriptionState(subscription);
  return <Badge tone={tone}>{label}</Badge>;
}
