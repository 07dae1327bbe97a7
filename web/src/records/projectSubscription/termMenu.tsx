import { useQueryClient } from '@tanstack/react-query';
import { CircleDollarSign, Repeat, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { useActionWithToast } from '@/shared/forms/useAction';
import { lazyPart } from '@/shared/loading/lazyPart';
import { notify, undoOfAnswer } from '@/shared/toast';
import type { MenuItem } from '@/shared/ui/overlays/Menu';
import type { ProjectSubscription } from './state';
import { messages } from './termMessages';

const RenewDialog = lazyPart(() => import('./RenewDialog'));
const PriceDialog = lazyPart(() => import('./PriceDialog'));

/** The entries of a menu for other terms and prices, and the dialog that one of them has opened. */
export function useTermMenu(subscription: ProjectSubscription): { items: MenuItem[]; dialog: ReactNode } {
  const client = useQueryClient();
  const [asking, setAsking] = useState<'term' | 'price'>();
  const { id, planned } = subscription;
  const drop = useActionWithToast(async () => {
    const saved = await api.put('/project/subscription/plan', { body: { id, price: null } });
    await invalidate(client, 'projectSubscription', id);
    notify.success(messages.isDropped(subscription.subscription.name), undoOfAnswer(saved));
  });
  const Dialog = asking && { term: RenewDialog, price: PriceDialog }[asking];
  return {
    items: [
      { label: messages.renewOtherwise, icon: <Repeat />, onSelect: () => setAsking('term') },
      { label: messages.changePrice, icon: <CircleDollarSign />, onSelect: () => setAsking('price') },
      ...(planned ? [{ label: messages.dropPlanned, icon: <Undo2 />, onSelect: () => void drop.run() }] : []),
    ],
    // Not in the row of a table that the menu may stand in.
    dialog:
      Dialog && createPortal(<Dialog subscription={subscription} onDone={() => setAsking(undefined)} />, document.body),
  };
}
