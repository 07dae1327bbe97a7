import { isolate } from '@/shared/format/text';

/** The texts of the dialog that cancels. It comes when it is opened. */
export const cancelMessages = {
  canceling: (name: string) => `Canceling Subscription: ${isolate(name)}`,
  cancelCounts: (end: string) =>
    `It counts from now on: the subscription leaves the sums at once and does not go on until ${end}, nor renew.`,
  cancelHelp: 'Moderators read it in the notification.',
  keepIt: 'Keep it',
  isCanceled: (name: string) => `${isolate(name)} is canceled.`,
};
