import { useQueryClient } from '@tanstack/react-query';
import { CalendarSync, CircleDollarSign, Repeat, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { formatDay } from '@/shared/format/date';
import { formatMoney } from '@/shared/format/money';
import { useActionWithToast } from '@/shared/forms/useAction';
import { lazyPart } from '@/shared/loading/lazyPart';
import { useMinute } from '@/shared/loading/timing';
import { notify, undoOfAnswer } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { Menu } from '@/shared/ui/overlays/Menu';
import { type ProjectSubscription, subscriptionState } from './state';
import { nextOf, useRenewal } from './term';
import { messages } from './termMessages';

const RenewDialog = lazyPart(() => import('./RenewDialog'));
const PriceDialog = lazyPart(() => import('./PriceDialog'));

/** Renew as the first thing to do with what has ended or ends soon; other terms and prices in a menu. */
export function TermActions({ subscription }: { subscription: ProjectSubscription }) {
  useMinute();
  const client = useQueryClient();
  const [asking, setAsking] = useState<'term' | 'price'>();
  const { id, planned } = subscription;
  const state = subscriptionState(subscription);
  const next = nextOf(subscription);
  const renewal = useRenewal(subscription);
  const drop = useActionWithToast(async () => {
    const saved = await api.put('/project/subscription/plan', { body: { id, price: null } });
    await invalidate(client, 'projectSubscription', id);
    notify.success(messages.isDropped(subscription.subscription.name), undoOfAnswer(saved));
  });
  const close = () => setAsking(undefined);
  return (
    <>
      {(state === 'ended' || state === 'endsSoon') && (
        <Button
          variant="primary"
          icon={<Repeat aria-hidden />}
          busy={renewal.status === 'in progress'}
          onClick={() => void renewal.run()}
        >
          {messages.renewUntil(formatDay(next.endAt), formatMoney(next.price))}
        </Button>
      )}
      <Menu
        button={{ label: messages.moreTerms, icon: <CalendarSync aria-hidden />, isWritten: true }}
        items={[
          { label: messages.renewOtherwise, icon: <Repeat />, onSelect: () => setAsking('term') },
          { label: messages.changePrice, icon: <CircleDollarSign />, onSelect: () => setAsking('price') },
          ...(planned ? [{ label: messages.dropPlanned, icon: <Undo2 />, onSelect: () => void drop.run() }] : []),
        ]}
      />
      {asking === 'term' && <RenewDialog subscription={subscription} onDone={close} />}
      {asking === 'price' && <PriceDialog subscription={subscription} onDone={close} />}
    </>
  );
}
