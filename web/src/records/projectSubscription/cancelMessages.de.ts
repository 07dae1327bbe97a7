import { isolate } from '@/shared/format/text';
import type { cancelMessages as english } from './cancelMessages';

export const cancelMessages: typeof english = {
  canceling: (name) => `Abonnement kündigen: ${isolate(name)}`,
  cancelCounts: (end) =>
    `Das gilt ab sofort: Das Abonnement fällt gleich aus den Summen, läuft nicht bis ${end} weiter und verlängert sich nicht.`,
  cancelHelp: 'Moderatoren lesen den Grund in der Benachrichtigung.',
  keepIt: 'Behalten',
  isCanceled: (name) => `${isolate(name)} ist gekündigt.`,
};
