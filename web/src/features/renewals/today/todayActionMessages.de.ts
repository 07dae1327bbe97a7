import { isolate } from '@/shared/format/text';
import type { messages as english } from './todayActionMessages';

export const messages: typeof english = {
  cancelOf: (name) => `${isolate(name)} kündigen`,
  snoozeOf: (name) => `${isolate(name)} zurückstellen`,
  actionsOf: (name) => `Was mit ${isolate(name)} geschehen soll`,
  untilTomorrow: 'Bis morgen zurückstellen',
  untilNextWeek: 'Bis Montag zurückstellen',
  snoozed: (name, day) => `${isolate(name)} steht am ${day} wieder unter „Heute“.`,
};
