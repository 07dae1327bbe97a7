import { Link } from 'react-router';
import { paths } from '@/paths';
import { formatDaysUntil } from '@/shared/format/date';
import { Section } from '@/shared/ui/Card';
import { DefinitionGrid } from '@/shared/ui/DefinitionGrid';
import { DateText } from '@/shared/ui/RelativeTime';
import { useMinute } from '@/shared/useMinute';
import { money } from './moneyFact';
import type { ProjectSubscription } from './queries';

export function SubscriptionFacts({ subscription: item }: { subscription: ProjectSubscription }) {
  return (
    <Section title="Overview">
      <DefinitionGrid
        facts={[
          {
            label: 'Subscription',
            value: <Link to={paths.subscriptions.details(item.subscriptionId)}>{item.subscription.name}</Link>,
          },
          { label: 'Category', value: item.subscription.categoryName },
          { label: 'Start At', value: <DateText at={item.startAt} /> },
          { label: 'End At', value: <EndText subscription={item} /> },
          { label: 'Auto Renew', value: item.autoRenew ? 'Yes' : 'No' },
          { label: 'Created', value: <DateText at={item.createdAt} /> },
          money('Price', item.price),
          ...(item.cost === null ? [] : [money('Cost', item.cost)]),
          ...(item.isCanceled ? [{ label: 'Cancelation Reason', value: item.cancelationReason, wide: true }] : []),
          { label: 'Details', value: item.details, copy: item.details, wide: true },
        ]}
      />
    </Section>
  );
}

/** The day, and how far it is: what those who look after it ask first. */
function EndText({ subscription: { endAt, isCanceled } }: { subscription: ProjectSubscription }) {
  useMinute();
  return (
    <>
      <DateText at={endAt} />
      {!isCanceled && `, ${formatDaysUntil(endAt)}`}
    </>
  );
}
