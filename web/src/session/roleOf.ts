import { recordMessages } from '@/shared/recordMessages';
import type { Account } from './session';

/** What the signed-in user is, in a word. */
export function roleOf({ isAdmin, isClient }: Pick<Account, 'isAdmin' | 'isClient'>): string {
  if (isAdmin) return recordMessages.administrator;
  return isClient ? recordMessages.moderator : recordMessages.user;
}
