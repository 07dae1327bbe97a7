import { isolate } from '@/shared/format/text';

export const messages = {
  value: 'Value and delivery',
  once: 'once',
  onceOnly: 'a price that is paid once',
  cost: 'Cost, once',
  margin: 'Margin',
  /** What leads to each status. */
  steps: { 1: 'Start work', 2: 'Mark as delivered' },
  isNow: (name: string, status: string) => `${isolate(name)} is now: ${status}.`,
};
