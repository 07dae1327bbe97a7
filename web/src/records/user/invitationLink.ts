import { createStore } from '@/shared/storage/store';

/**
 * The link of the invitation that was made last, where no mail server delivers it. In memory alone, because whoever
 * has it may choose the password.
 */
export const invitationLink = createStore<{ email: string; url: string } | null>(null);

/** Keeps the link for the page of the user, if the answer has one. Tells whether it has. */
export function keepInvitationLink({ email, invitationUrl }: { email: string; invitationUrl?: string }): boolean {
  if (invitationUrl === undefined) return false;
  invitationLink.set({ email, url: invitationUrl });
  return true;
}
