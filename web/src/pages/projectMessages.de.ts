import type { messages as english } from './projectMessages';

export const messages: typeof english = {
  paidOnce: 'Preise und Kosten von Produkten fallen einmal an.',
  oneOff: 'Einmalige Produkte',
};
