import { isolate } from '@/shared/format/text';

/** The texts of renewals by hand and of prices for later. */
export const messages = {
  renewUntil: (day: string, price: string) => `Renew until ${day} at ${price}`,
  renewOtherwise: 'Renew otherwise…',
  changePrice: 'Change price…',
  dropPlanned: 'Remove the planned price',
  moreTerms: 'Terms and prices',
  renewed: (name: string, day: string) => `${isolate(name)} is renewed until ${day}.`,
  from: 'From',
  day: 'Day',
  fromRule: 'Day must be after today.',
  planned: 'Planned price',
  plannedAtRenewal: (price: string) => `${price} from the next renewal`,
  plannedFrom: (price: string, day: string) => `${price} from ${day}`,
  isDropped: (name: string) => `Nothing is planned for ${isolate(name)} any more.`,
};
