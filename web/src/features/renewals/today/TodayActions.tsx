import { AlarmClock, Ban, CalendarSync, EllipsisVertical, Repeat } from 'lucide-react';
import { useState } from 'react';
import { bulkActions } from '@/bulk/actions';
import { nextOf, useRenewal } from '@/records/projectSubscription/term';
import { useTermMenu } from '@/records/projectSubscription/termMenu';
import { messages as rowMessages } from '@/records/projectSubscription/termRowMessages';
import { useAccount } from '@/session/useAccount';
import { formatDay, formatInstantDay } from '@/shared/format/date';
import { formatMoney } from '@/shared/format/money';
import { lazyPart } from '@/shared/loading/lazyPart';
import { notify } from '@/shared/toast';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { Menu, type MenuItem } from '@/shared/ui/overlays/Menu';
import type { Renewal } from '../queries';
import { snooze, snoozeDays } from './snoozed';
import styles from './Today.module.css';
import { messages } from './todayActionMessages';

const CancelSubscription = lazyPart(() => import('@/records/projectSubscription/CancelSubscription'));

/** What can be done with a subscription of Today, in its row. Loaded after the first paint, hence a default export. */
export default function TodayActions({ row }: { row: Renewal }) {
  const account = useAccount();
  const [isCanceling, setCanceling] = useState(false);
  const { name } = row.subscription;
  const may = bulkActions('projectSubscription', account).map(({ action }) => action);
  const mayCancel = row.state !== 'ended' && may.includes('cancel');
  // What renews by itself is listed for its last day to cancel.
  const mayRenew = !row.autoRenew && may.includes('renew');
  const renewal = useRenewal();
  const { items: terms, dialog } = useTermMenu(row);
  const next = nextOf(row);
  const until = (at: number) => {
    snooze(account.email, row.id, at);
    notify.success(messages.snoozed(name, formatInstantDay(new Date(at).toISOString())));
  };
  const { tomorrow, nextWeek } = snoozeDays();
  const renewLabel = rowMessages.renewOf(name, formatDay(next.endAt), formatMoney(next.price));
  const snoozes: MenuItem[] = [
    { label: messages.untilTomorrow, icon: <AlarmClock aria-hidden />, onSelect: () => until(tomorrow) },
    { label: messages.untilNextWeek, icon: <AlarmClock aria-hidden />, onSelect: () => until(nextWeek) },
  ];
  const all: MenuItem[] = [...snoozes];
  if (mayCancel) {
    all.unshift({ label: messages.cancelOf(name), icon: <Ban aria-hidden />, onSelect: () => setCanceling(true) });
  }
  if (mayRenew) {
    all.unshift({ label: renewLabel, icon: <Repeat aria-hidden />, onSelect: () => void renewal.run(row) }, ...terms);
  }
  return (
    <>
      <span className={styles.many}>
        {mayRenew && (
          <>
            <IconButton
              label={renewLabel}
              icon={<Repeat size={16} />}
              aria-busy={renewal.status === 'in progress'}
              onClick={() => void renewal.run(row)}
            />
            <Menu button={{ label: rowMessages.moreTermsOf(name), icon: <CalendarSync size={16} /> }} items={terms} />
          </>
        )}
        {mayCancel && (
          <IconButton label={messages.cancelOf(name)} icon={<Ban size={16} />} onClick={() => setCanceling(true)} />
        )}
        <Menu button={{ label: messages.snoozeOf(name), icon: <AlarmClock size={16} /> }} items={snoozes} />
      </span>
      <span className={styles.few}>
        <Menu button={{ label: messages.actionsOf(name), icon: <EllipsisVertical size={16} /> }} items={all} />
      </span>
      {dialog}
      {isCanceling && <CancelSubscription subscription={row} onDone={() => setCanceling(false)} />}
    </>
  );
}
