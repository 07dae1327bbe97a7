import { isolate } from '@/shared/format/text';
import type { messages as english } from './nextMessages';

export const messages: typeof english = {
  nextEnd: 'Nächstes Ende',
  nextRenewal: 'Verlängert sich als Nächstes',
  nextOf: (day, price, name) => `${day}, ${price} im Monat: ${isolate(name)}`,
  renewsOn: (day) => `verlängert sich am ${day}`,
};
