import { isolate } from '@/shared/format/text';

/** The texts about the next of several subscriptions to end or to renew. */
export const messages = {
  nextEnd: 'Next end',
  nextRenewal: 'Renews next',
  nextOf: (day: string, name: string, price: string) => `${day}, ${isolate(name)}, ${price} a month`,
  renewsOn: (day: string) => `renews ${day}`,
};
