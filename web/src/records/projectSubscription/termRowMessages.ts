import { isolate } from '@/shared/format/text';

/** What rows of subscriptions offer by name. */
export const messages = {
  renewOf: (name: string, day: string, price: string) => `Renew ${isolate(name)} until ${day} at ${price}`,
  moreTermsOf: (name: string) => `Terms and prices of ${isolate(name)}`,
};
