import { AlarmClock, Ban } from 'lucide-react';
import { useState } from 'react';
import { bulkActions } from '@/bulk/actions';
import { useAccount } from '@/session/useAccount';
import { formatInstantDay } from '@/shared/format/date';
import { lazyPart } from '@/shared/lazyPart';
import { notify } from '@/shared/toast';
import { IconButton } from '@/shared/ui/IconButton';
import { Menu } from '@/shared/ui/Menu';
import type { Renewal } from './queries';
import { snooze, snoozeDays } from './snoozed';
import { messages } from './todayActionMessages';

const CancelSubscription = lazyPart(() => import('@/records/projectSubscription/CancelSubscription'));

/** What can be done with a subscription of Today, in its row. Loaded after the first paint, hence a default export. */
export default function TodayActions({ row }: { row: Renewal }) {
  const account = useAccount();
  const [isCanceling, setCanceling] = useState(false);
  const { name } = row.subscription;
  const mayCancel =
    row.state !== 'ended' && bulkActions('projectSubscription', account).some(({ action }) => action === 'cancel');
  const until = (at: number) => {
    snooze(account.email, row.id, at);
    notify.success(messages.snoozed(name, formatInstantDay(new Date(at).toISOString())));
  };
  const { tomorrow, nextWeek } = snoozeDays();
  return (
    <>
      {mayCancel && (
        <IconButton label={messages.cancelOf(name)} icon={<Ban size={16} />} onClick={() => setCanceling(true)} />
      )}
      <Menu
        button={{ label: messages.snoozeOf(name), icon: <AlarmClock size={16} /> }}
        items={[
          { label: messages.untilTomorrow, icon: <AlarmClock aria-hidden />, onSelect: () => until(tomorrow) },
          { label: messages.untilNextWeek, icon: <AlarmClock aria-hidden />, onSelect: () => until(nextWeek) },
        ]}
      />
      {isCanceling && <CancelSubscription subscription={row} onDone={() => setCanceling(false)} />}
    </>
  );
}
