import { SearchX, ServerCrash } from 'lucide-react';
import { use } from 'react';
import { serverErrorMessage } from '@/api/failures';
import { MessagePage } from '@/app/MessagePage';
import { serverFailure } from '@/app/serverFailure';
import { paths } from '@/paths';
import { currentAccount } from '@/session/session';
import { DraftsContext } from '@/shared/draftStore';
import { ButtonLink } from '@/shared/ui/Button';
import { CopyButton } from '@/shared/ui/CopyButton';
import { usePageTitle } from '@/shared/usePageTitle';
import styles from './messages.module.css';

export function NotFoundPage() {
  usePageTitle('Not Found');
  return (
    <MessagePage
      icon={<SearchX />}
      title="Not Found!"
      text="It may have been removed, or you may not be allowed to see it."
    >
      <ButtonLink to={paths.home()}>Go to the start page</ButtonLink>
    </MessagePage>
  );
}

export function ServerErrorPage() {
  const failure = serverFailure.use();
  const drafts = use(DraftsContext);
  const isSignedIn = currentAccount() !== null;
  const [pathname = ''] = failure?.path.split('?') ?? [];
  const isTypedKept = (drafts?.namesOn(pathname).length ?? 0) > 0;
  usePageTitle('Server Error');
  return (
    <MessagePage
      icon={<ServerCrash />}
      title={failure?.message ?? serverErrorMessage}
      text={failure?.details ?? 'What you did last may not have been saved. Please try again.'}
    >
      {failure?.traceId && <TraceId id={failure.traceId} />}
      {isTypedKept && <p>What you typed is kept. You find it in the form when you go back.</p>}
      {failure && isSignedIn && (
        <ButtonLink look="primary" to={failure.path}>
          Back to the page
        </ButtonLink>
      )}
      {/* A user who could not be signed in again yet is, or is asked to, when the app begins anew. */}
      <ButtonLink to={paths.home()} reloadDocument={!isSignedIn}>
        Go to the start page
      </ButtonLink>
    </MessagePage>
  );
}

/** The id that finds the failure in the server's log. */
function TraceId({ id }: { id: string }) {
  return (
    <p className={styles.trace}>
      Trace id <code>{id}</code>
      <CopyButton text={id} what="trace id" />
    </p>
  );
}
