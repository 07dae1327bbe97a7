import type { SubscriptionState } from './state';

export const stateLabels: Record<SubscriptionState, string> = {
  notStarted: 'Not started',
  active: 'Active',
  endsSoon: 'Ends soon',
  renews: 'Renews',
  ended: 'Ended',
  canceled: 'Canceled',
};
