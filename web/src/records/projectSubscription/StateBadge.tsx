import { useMinute } from '@/shared/loading/timing';
import { Badge } from '@/shared/ui/records/Badge';
import { type ProjectSubscription, type SubscriptionState, subscriptionState } from './state';
import { stateLabels } from './stateMessages';

const tones = {
  notStarted: 'neutral',
  active: 'good',
  endsSoon: 'warn',
  renews: 'accent',
  ended: 'neutral',
  canceled: 'bad',
} as const satisfies Record<SubscriptionState, string>;

export function StateBadge({ state }: { state: SubscriptionState }) {
  return <Badge tone={tones[state]}>{stateLabels[state]}</Badge>;
}

/** The state of a subscription as the time goes on. */
export function SubscriptionBadge({ subscription }: { subscription: ProjectSubscription }) {
  useMinute();
  return <StateBadge state={subscriptionState(subscription)} />;
}
