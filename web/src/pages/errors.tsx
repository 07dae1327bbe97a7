import { ArchiveRestore, Search, SearchX, ServerCrash } from 'lucide-react';
import { use } from 'react';
import { useOutletContext } from 'react-router';
import { serverErrorMessage } from '@/api/errors';
import { MessagePage, serverFailure } from '@/app/errorPages';
import { messages } from '@/app/messages';
import { paths } from '@/paths';
import { currentAccount } from '@/session/session';
import { common } from '@/shared/messages';
import { usePageTitle } from '@/shared/navigation/usePageTitle';
import { DraftsContext } from '@/shared/storage/draftStore';
import { Button, ButtonLink } from '@/shared/ui/buttons/Button';
import { CopyButton } from '@/shared/ui/buttons/CopyButton';
import styles from './errors.module.css';
import { messages as notFoundMessages } from './notFoundMessages';

export function NotFoundPage() {
  // Of the shell; outside it there is nothing to search.
  const search = useOutletContext<(() => void) | null | undefined>();
  const isAdmin = currentAccount()?.isAdmin === true;
  usePageTitle(messages.notFound);
  return (
    <MessagePage icon={<SearchX />} title={messages.notFoundTitle} text={messages.notFoundText}>
      <div className={styles.ways}>
        <ButtonLink to={paths.home()}>{messages.toStart}</ButtonLink>
        {search && (
          <Button icon={<Search aria-hidden />} aria-haspopup="dialog" onClick={search}>
            {common.search}
          </Button>
        )}
        {search && isAdmin && (
          <ButtonLink to={paths.app.removed()} icon={<ArchiveRestore aria-hidden />}>
            {notFoundMessages.toRemoved}
          </ButtonLink>
        )}
      </div>
    </MessagePage>
  );
}

export function ServerErrorPage() {
  const failure = serverFailure.use();
  const drafts = use(DraftsContext);
  const isSignedIn = currentAccount() !== null;
  const [pathname = ''] = failure?.path.split('?') ?? [];
  const isTypedKept = (drafts?.namesOn(pathname).length ?? 0) > 0;
  usePageTitle(messages.serverError);
  return (
    <MessagePage
      icon={<ServerCrash />}
      title={failure?.message ?? serverErrorMessage}
      text={failure?.details ?? messages.serverErrorText}
    >
      {failure?.traceId && <TraceId id={failure.traceId} />}
      {isTypedKept && <p>{messages.typedIsKept}</p>}
      {failure && isSignedIn && (
        <ButtonLink variant="primary" to={failure.path}>
          {messages.toPage}
        </ButtonLink>
      )}
      {/* A user who could not be signed in again yet is, or is asked to, when the app begins anew. */}
      <ButtonLink to={paths.home()} reloadDocument={!isSignedIn}>
        {messages.toStart}
      </ButtonLink>
    </MessagePage>
  );
}

/** The id that finds the failure in the server's log. */
function TraceId({ id }: { id: string }) {
  return (
    <p className={styles.trace}>
      {common.traceId} <code>{id}</code>
      <CopyButton text={id} what={messages.traceIdToCopy} />
    </p>
  );
}
