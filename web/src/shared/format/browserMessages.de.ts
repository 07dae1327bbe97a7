import type { browserMessages as english } from './browserMessages';

export const browserMessages: typeof english = {
  unknown: 'Unbekanntes Programm',
  on: (browser, system) => `${browser} unter ${system}`,
};
