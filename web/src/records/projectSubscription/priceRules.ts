import type { FormRules } from '@/api/rules';
import { messages } from './termMessages';

/** Whether a day is one from which a planned price can count. */
export function isLater(day: unknown): boolean {
  return Date.parse(String(day)) > Date.now();
}

/** Of what the form of a running subscription asks besides its fields when the price changes. */
export const priceRules = {
  priceWhen: { label: messages.from, checks: [] },
  priceFrom: {
    label: messages.day,
    checks: [
      {
        code: 'requiredIf',
        message: messages.fromRule,
        test: (day, { priceWhen }) => priceWhen !== 'day' || isLater(day),
      },
    ],
  },
} satisfies FormRules;
