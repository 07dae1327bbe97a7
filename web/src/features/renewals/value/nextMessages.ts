import { isolate } from '@/shared/format/text';

/** The texts about the next of several subscriptions to end or to renew. */
export const messages = {
  nextEnd: 'Next end',
  nextRenewal: 'Renews next',
  nextOf: (day: string, price: string, name: string) => `${day}, ${price} a month: ${isolate(name)}`,
  renewsOn: (day: string) => `renews ${day}`,
};
