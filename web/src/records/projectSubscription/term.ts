import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { formatDay } from '@/shared/format/date';
import { formatMoney } from '@/shared/format/money';
import { useActionWithToast } from '@/shared/forms/useAction';
import { notify, undoOfAnswer } from '@/shared/toast';
import { lengthOf } from './period';
import type { ProjectSubscription } from './state';
import { messages } from './termMessages';

/** What a renewal by the rule needs to know of a subscription. */
type Renewable = Pick<
  ProjectSubscription,
  'id' | 'version' | 'startAt' | 'endAt' | 'price' | 'planned' | 'subscription'
>;

/** The next period by the rule of renewals, and its price. */
export function nextOf(subscription: Renewable) {
  const { planned, price } = subscription;
  const { next } = lengthOf(subscription);
  const isTaken = planned && (planned.from === null || Date.parse(planned.from) <= Date.parse(next.startAt));
  return { ...next, price: isTaken ? planned.price : price };
}

/** $240.00 from 1 Dec 2026 */
export function plannedInWords({ price, from }: NonNullable<ProjectSubscription['planned']>): string {
  const amount = formatMoney(price);
  return from === null ? messages.plannedAtRenewal(amount) : messages.plannedFrom(amount, formatDay(from));
}

/** Opens the next period of a subscription by the rule, with an Undo. */
export function useRenewal() {
  const client = useQueryClient();
  return useActionWithToast(async ({ id, version, subscription }: Renewed) => {
    const saved = await api.put('/project/subscription/renew', { body: { id, version } });
    await invalidate(client, 'projectSubscription', id);
    notify.success(messages.renewed(subscription.name, formatDay(saved.endAt)), undoOfAnswer(saved));
  });
}

interface Renewed {
  id: string;
  version: number;
  subscription: { name: string };
}
