import { rightsMessages } from './messages';
import type { Account } from './session';

/** What the signed-in user is, in a word. */
export function roleOf({ isAdmin, isClient }: Pick<Account, 'isAdmin' | 'isClient'>): string {
  if (isAdmin) return rightsMessages.administrator;
  return isClient ? rightsMessages.moderator : rightsMessages.user;
}
