import type { SubscriptionState } from './state';

export const stateLabels: Record<SubscriptionState, string> = {
  notStarted: 'Nicht begonnen',
  active: 'Aktiv',
  endsSoon: 'Endet bald',
  renews: 'Verlängert sich',
  ended: 'Beendet',
  canceled: 'Gekündigt',
};
