import { isolate } from '@/shared/format/text';

/** The texts of what can be done in a row of Today, which comes after the first paint. */
export const messages = {
  cancelOf: (name: string) => `Cancel ${isolate(name)}`,
  snoozeOf: (name: string) => `Snooze ${isolate(name)}`,
  actionsOf: (name: string) => `What to do with ${isolate(name)}`,
  untilTomorrow: 'Snooze until tomorrow',
  untilNextWeek: 'Snooze until Monday',
  snoozed: (name: string, day: string) => `${isolate(name)} is back in Today on ${day}.`,
};
