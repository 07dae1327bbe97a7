import { createStore } from '@/shared/store';

interface MailedLink {
  email: string;
  token: string;
}

/**
 * The link of an invitation or a reset that this page was opened with. It is kept in memory alone, because whoever has
 * it may choose the password: a reload forgets it, and the mail still holds it.
 */
export const mailedLink = createStore<MailedLink | null>(null);
