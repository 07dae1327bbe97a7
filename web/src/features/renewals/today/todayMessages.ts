import { counted, formatCount } from '@/shared/format/number';

/** The texts of the block on the dashboard, whose first paint needs none of the others. */
export const messages = {
  title: 'Today',
  notLoaded: 'What needs attention today could not be loaded.',
  thisWeek: 'Ends this week',
  overdue: 'Ended and not renewed',
  waiting: 'Waiting for confirmation',
  losing: 'Losing money',
  none: {
    thisWeek: 'Nothing ends this week.',
    overdue: 'Nothing has ended without being renewed.',
    waiting: 'No product waits for confirmation.',
    losing: 'Nothing costs more than it brings in.',
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
