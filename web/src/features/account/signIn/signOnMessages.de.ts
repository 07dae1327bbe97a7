import { isolate } from '@/shared/format/text';
import type { messages as english } from './signOnMessages';

export const messages: typeof english = {
  signInWith: (name) => `Mit ${isolate(name)} anmelden`,
  finishing: (name) => `${isolate(name)} hat geantwortet. Sie werden angemeldet…`,
  signedOutHere: 'Sie sind hier abgemeldet.',
  signOutAt: (name) => `Auch bei ${isolate(name)} abmelden`,
};
