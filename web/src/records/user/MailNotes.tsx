import { useEffect } from 'react';
import { useAccount } from '@/session/useAccount';
import { Note } from '@/shared/ui/text/Note';
import { ShownOnce } from '@/shared/ui/text/ShownOnce';
import { messages } from './actionMessages';
import { invitationLink } from './invitationLink';
import styles from './MailNotes.module.css';
import type { User } from './record';

/** Where no mail server is set up: the link of an invitation that was just made, or what that means for a forgotten password. */
export function MailNotes({ user }: { user: User }) {
  const { noMailServer } = useAccount();
  const link = invitationLink.use();
  useEffect(() => () => invitationLink.set(null), []);
  if (!noMailServer || user.isErased) return null;
  if (link?.email === user.email && !user.hasPassword) {
    return (
      <div className={styles.notes}>
        <ShownOnce
          title={messages.invitationLink}
          text={link.url}
          what={messages.invitationLink}
          note={messages.invitationLinkNote}
        />
      </div>
    );
  }
  return <Note className={styles.notes}>{user.hasPassword ? messages.noMailReset : messages.noMailInvitation}</Note>;
}
