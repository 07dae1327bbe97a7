import type { messages as english } from './sumMessages';

export const messages: typeof english = {
  hiddenCosts: 'Einige Kosten sind verborgen',
  perhapsHiddenCosts: 'Einige Kosten sind vielleicht verborgen',
  costsSeen: 'nur sichtbare',
};
