import { counted, formatCount } from '@/shared/format/number';

/** The texts of the block on the dashboard, whose first paint needs none of the others. */
export const messages = {
  title: 'Today',
  notLoaded: 'What needs attention today could not be loaded.',
  soon: 'Within 7 days',
  overdue: 'Ended and not renewed',
  waiting: 'Waiting for confirmation',
  losing: 'Losing money',
  none: {
    soon: 'Within 7 days nothing ends, and nothing has its last day to cancel.',
    overdue: 'Nothing has ended without being renewed.',
    waiting: 'No product waits for confirmation.',
    losing: 'Nothing costs more than it brings in.',
  },
  on: {
    ending: (day: string) => `ends ${day}`,
    toCancel: (day: string) => `cancel by ${day}`,
  },
  count: {
    ending: (count: number) => `${formatCount(count)} ending`,
    toCancel: (count: number) => `${formatCount(count)} to cancel`,
  },
  countOf: {
    ending: (count: number) => `${formatCount(count)} ending within 7 days: show all`,
    toCancel: (count: number) => `${formatCount(count)} to cancel within 7 days: show all`,
  },
  inProjects: (count: number) => `${formatCount(count)} in projects`,
  inProjectsOf: (title: string, count: number) => `${title}: ${counted(count, 'product', 'products')} in projects`,
  showAll: (count: number) => `Show all ${formatCount(count)}`,
  showAllOf: (title: string, count: number) => `Show all ${formatCount(count)}: ${title}`,
  next: 'Ending in 30 days',
  aMonth: (amount: string) => `${amount} a month`,
  lastPrice: (amount: string) => `last term ${amount}`,
  once: (amount: string) => `${amount} once`,
  away: (count: number) => `${formatCount(count)} snoozed`,
  wake: 'Show again',
};
