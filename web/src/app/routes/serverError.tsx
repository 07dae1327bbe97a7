import { ServerCrash } from 'lucide-react';
import { serverErrorMessage } from '@/api/failures';
import { MessagePage } from '@/app/MessagePage';
import { serverFailure } from '@/app/serverFailure';
import { TraceId } from '@/app/TraceId';
import { paths } from '@/paths';
import { currentAccount } from '@/session/session';
import { ButtonLink } from '@/shared/ui/Button';
import { usePageTitle } from '@/shared/usePageTitle';

export function Component() {
  const failure = serverFailure.use();
  usePageTitle('Server Error');
  return (
    <MessagePage
      icon={<ServerCrash />}
      title={failure?.message ?? serverErrorMessage}
      text={failure?.details ?? 'What you did last may not have been saved. Please try again.'}
    >
      {failure?.traceId && <TraceId id={failure.traceId} />}
      {/* A user who could not be signed in again yet is, or is asked to, when the app begins anew. */}
      <ButtonLink to={paths.home()} reloadDocument={currentAccount() === null}>
        Go to the start page
      </ButtonLink>
    </MessagePage>
  );
}
