import type { messages as english } from './projectMessages';

export const messages: typeof english = {
  paidOnce: 'Produkte werden einmal bezahlt.',
  oneOff: 'Einmalige Produkte',
};
