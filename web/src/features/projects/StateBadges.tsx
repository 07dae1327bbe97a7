import { nameOf, productStatus, productStatusTone } from '@/api/enumerations';
import { Badge } from '@/shared/ui/Badge';
import { useMinute } from '@/shared/useMinute';
import type { ProjectProduct, ProjectSubscription } from './queries';
import { subscriptionState } from './subscriptionState';

export function ProductStatusBadge({ status }: Pick<ProjectProduct, 'status'>) {
  return <Badge tone={productStatusTone[status]}>{nameOf(productStatus, status)}</Badge>;
}

export function SubscriptionBadge({ subscription }: { subscription: ProjectSubscription }) {
  useMinute();
  const { label, tone } = subscriptionState(subscription);
  return <Badge tone={tone}>{label}</Badge>;
}
