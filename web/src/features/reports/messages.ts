import { counted } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';

export const messages = {
  title: 'Reports',
  notLoaded: 'The report could not be loaded.',
  range: 'Months',
  ranges: { 12: '12 months', 24: '24 months', ahead: 'Year ahead' },

  value: 'What do subscriptions bring a month?',
  valueText: (now: string, count: number) =>
    `${now} a month now, by ${counted(count, 'subscription', 'subscriptions')}`,
  inMonth: (month: string, price: string, count: number) =>
    `${month}: ${price} a month, ${counted(count, 'subscription', 'subscriptions')}`,
  expected: (text: string) => `${text}, certain so far`,
  noValue: 'No subscription has run in these months.',

  moves: 'What moved it?',
  month: 'Month',
  price: 'Price a month',
  started: 'Started',
  ended: 'Ended',
  repriced: 'Repriced',
  cost: 'Cost a month',
  margin: 'Margin',
  running: 'Running',
  isNow: ' (now)',

  byCompany: 'Which companies bring it?',
  byCategory: 'Which categories bring it?',
  company: 'Company',
  category: 'Category',
  groups: (count: number) => `The ${count === 1 ? 'largest' : `${count} largest`}, now`,
  priceOf: (amount: string) => `${amount} price`,
  costOf: (amount: string) => `${amount} cost`,
  amountsOf: (name: string, amounts: string[]) => `${isolate(name)}: ${amounts.join(', ')} a month`,
  nothing: 'Nothing runs now.',
};
