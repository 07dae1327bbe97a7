import { useQuery } from '@tanstack/react-query';
import { subscriptionQuery } from '@/records/projectSubscription/queries';
import { RenewButton } from '@/records/projectSubscription/RenewButton';

/** Renews the subscription whose end a notification tells, unless that was done since. Loaded after the first paint. */
export default function RenewTold({ id }: { id: string }) {
  const { data } = useQuery(subscriptionQuery(id));
  return data && <RenewButton subscription={data} />;
}
