import type { messages as english } from './notFoundMessages';

export const messages: typeof english = {
  toRemoved: 'Entferntes ansehen',
};
