import { nameOf, productStatus } from '@/api/enumerations';
import { Badge } from '@/shared/ui/Badge';
import { useMinute } from '@/shared/useMinute';
import type { ProjectProduct, ProjectSubscription } from './queries';
import { subscriptionState } from './subscriptionState';

const tones = { 0: 'warn', 1: 'accent', 2: 'good' } as const;

export function ProductStatusBadge({ status }: Pick<ProjectProduct, 'status'>) {
  return <Badge tone={tones[status]}>{nameOf(productStatus, status)}</Badge>;
}

export function SubscriptionBadge({ subscription }: { subscription: ProjectSubscription }) {
  useMinute();
  const { label, tone } = subscriptionState(subscription);
  return <Badge tone={tone}>{label}</Badge>;
}
