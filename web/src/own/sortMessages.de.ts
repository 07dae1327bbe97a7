import type { messages as english } from './sortMessages';

export const messages: typeof english = {
  up: (label) => `${label}, aufsteigend`,
  down: (label) => `${label}, absteigend`,
};
