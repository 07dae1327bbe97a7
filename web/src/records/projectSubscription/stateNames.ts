import type { SubscriptionState } from './state';

/** The states by which the server finds subscriptions. Apart from `state.ts`, because the dashboard needs no more at first. */
export const serverStates = [
  'notStarted',
  'active',
  'renews',
  'ended',
  'canceled',
] as const satisfies SubscriptionState[];
