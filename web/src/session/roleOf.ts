import type { Account } from './session';

/** What the signed-in user is, in a word. */
export function roleOf({ isAdmin, isClient }: Pick<Account, 'isAdmin' | 'isClient'>): string {
  if (isAdmin) return 'Administrator';
  return isClient ? 'Moderator' : 'User';
}
