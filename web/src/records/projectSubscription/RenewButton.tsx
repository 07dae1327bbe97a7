import { ChevronDown, Repeat } from 'lucide-react';
import { formatDay } from '@/shared/format/date';
import { formatMoney } from '@/shared/format/money';
import { useMinute } from '@/shared/loading/timing';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { Menu } from '@/shared/ui/overlays/Menu';
import styles from './RenewButton.module.css';
import { type ProjectSubscription, subscriptionState } from './state';
import { nextOf, useRenewal } from './term';
import { useTermMenu } from './termMenu';
import { messages } from './termMessages';
import { messages as rowMessages } from './termRowMessages';

/** In a row: renews what has ended or ends soon, by the rule; at other terms and prices by its menu. */
export function RenewButton({ subscription }: { subscription: ProjectSubscription }) {
  useMinute();
  const renewal = useRenewal();
  const { items, dialog } = useTermMenu(subscription);
  if (!['ended', 'endsSoon'].includes(subscriptionState(subscription))) return null;
  const next = nextOf(subscription);
  const [day, price] = [formatDay(next.endAt), formatMoney(next.price)];
  const { name } = subscription.subscription;
  const renew = () => void renewal.run(subscription);
  return (
    <span className={styles.renew}>
      <IconButton
        label={rowMessages.renewOf(name, day, price)}
        icon={<Repeat size={16} />}
        aria-busy={renewal.status === 'in progress'}
        onClick={renew}
      />
      <Menu
        button={{ label: rowMessages.moreTermsOf(name), icon: <ChevronDown size={16} /> }}
        items={[{ label: messages.renewUntil(day, price), icon: <Repeat />, onSelect: renew }, ...items]}
      />
      {dialog}
    </span>
  );
}
