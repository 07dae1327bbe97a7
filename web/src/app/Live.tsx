import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { receiveProgress } from '@/bulk/queries';
import { markViewed, receiveNotification } from '@/features/notifications/queries';
import { receiveComparing } from '@/import/queries';
import { paths } from '@/paths';
import { connect } from '@/realtime/connection';
import { type Change, createRefresher } from '@/realtime/refresher';
import { currentAccount, currentToken } from '@/session/session';
import { accountQuery } from '@/session/useAccount';
import { noteLastChange } from '@/shared/lastChange';
import { notify } from '@/shared/toast';
import { messages } from './shell/messages';

/** A session that ended may have been signed out in another tab. That tab says so within this time, and nothing has to be asked. */
const otherTabsSay = 1_000;

interface LiveProps {
  /** Called when the connection fails, with what tries it again. */
  onFailed: (retry: () => void) => void;
}

/** Keeps the screens of the signed-in user up to date, from when it is shown until it is taken away. */
export default function Live({ onFailed }: LiveProps) {
  const client = useQueryClient();
  const navigate = useNavigate();

  useEffect(() => {
    const refresher = createRefresher(client);
    let asking: ReturnType<typeof setTimeout> | undefined;
    const close = connect({
      token: () => currentToken() ?? '',
      onNotification: (notification) => {
        receiveNotification(client, notification);
        refresher.hear({ entity: 'notification', id: notification.id });
        notify.info(messages.newNotification, {
          label: messages.view,
          run: () => void navigate(paths.app.notifications()),
        });
      },
      onViewed: (id) => {
        markViewed(client, id);
        refresher.hear({ entity: 'notification', id });
      },
      onChange: (change) => {
        noteLastChange(change.id, change.by);
        refresher.hear(change);
        if (concernsOwnAccount(change)) client.fetchQuery({ ...accountQuery, staleTime: 0 }).catch(() => undefined);
      },
      onBulkProgress: (progress) => receiveProgress(client, progress),
      onImportProgress: (progress) => receiveComparing(client, progress),
      // What was read before the server could tell of changes may have changed since, at the first connection too.
      onConnected: () => refresher.refreshAll(),
      onFailed,
      // The next answer will be that the token is refused, and leads to the sign-in page.
      onEnded: () => {
        asking = setTimeout(() => refresher.refreshAll(), otherTabsSay);
      },
    });
    return () => {
      clearTimeout(asking);
      refresher.stop();
      void close();
    };
  }, [client, navigate, onFailed]);

  return null;
}

/** Name, photo and rights are shown everywhere. A user who is told of a moderator may have become one. */
function concernsOwnAccount({ entity, id }: Change): boolean {
  const account = currentAccount();
  if (entity === 'user') return id === account?.email;
  return entity.endsWith('Moderator') && account?.isAdmin === false;
}
