import { isolate } from '@/shared/format/text';

/** The texts of what asks for terms and prices, which comes when it is wanted. */
export const messages = {
  renew: 'Renew',
  renewing: (name: string) => `Renewing Subscription: ${isolate(name)}`,
  nextFrom: (day: string) => `The next period begins on ${day}. Until then the running one counts.`,
  until: 'Until',
  untilHelp: 'The last day of the next period, in UTC.',
  untilRule: (day: string) => `Until must be ${day} or later.`,
  priceHelp: 'Of the whole period.',
  pricing: (name: string) => `New Price: ${isolate(name)}`,
  whens: { now: 'From now', renewal: 'From the next renewal', day: 'From a day' },
  whenHelp: {
    now: 'The running period gets the new price at once.',
    renewal: 'The running period keeps its price. The next one has the new price, whoever renews it.',
    day: 'The program sets the price on that day, within a minute after midnight in UTC.',
  },
  dayRequired: 'Day field is required.',
  save: 'Save price',
  priced: (name: string, price: string) => `${isolate(name)} costs ${price} now.`,
  isPlanned: (name: string, planned: string) => `Planned for ${isolate(name)}: ${planned}.`,
};
