import { CalendarSync, Repeat } from 'lucide-react';
import { formatDay } from '@/shared/format/date';
import { formatMoney } from '@/shared/format/money';
import { useMinute } from '@/shared/loading/timing';
import { Button } from '@/shared/ui/buttons/Button';
import { Menu } from '@/shared/ui/overlays/Menu';
import { type ProjectSubscription, subscriptionState } from './state';
import { nextOf, useRenewal } from './term';
import { useTermMenu } from './termMenu';
import { messages } from './termMessages';

/** Renew as the first thing to do with what has ended or ends soon; other terms and prices in a menu. */
export function TermActions({ subscription }: { subscription: ProjectSubscription }) {
  useMinute();
  const state = subscriptionState(subscription);
  const next = nextOf(subscription);
  const renewal = useRenewal();
  const { items, dialog } = useTermMenu(subscription);
  return (
    <>
      {(state === 'ended' || state === 'endsSoon') && (
        <Button
          variant="primary"
          icon={<Repeat aria-hidden />}
          busy={renewal.status === 'in progress'}
          onClick={() => void renewal.run(subscription)}
        >
          {messages.renewUntil(formatDay(next.endAt), formatMoney(next.price))}
        </Button>
      )}
      <Menu button={{ label: messages.moreTerms, icon: <CalendarSync aria-hidden />, isWritten: true }} items={items} />
      {dialog}
    </>
  );
}
