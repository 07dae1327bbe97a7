import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { bulkRequest } from '@/bulk/bulk';
import type { Account } from '@/session/session';
import { useSession } from '@/session/useAccount';
import { useDownloads } from '@/shared/files/downloads';
import { followJobs, useJobs } from '@/shared/jobs';
import { lazyPart } from '@/shared/loading/lazyPart';
import { useIdle } from '@/shared/loading/timing';
import { DraftsContext, openDrafts } from '@/shared/storage/draftStore';
import { notify, undoRequest } from '@/shared/toast';
import { sessionQueryClient } from './queryClient';
import { messages } from './shell/messages';
import { Shell } from './shell/Shell';

const BulkPanel = lazyPart(() => import('@/bulk/BulkPanel'));
const JobsPanel = lazyPart(() => import('@/bulk/JobsPanel'), { failed: null });
const UndoOfToasts = lazyPart(() => import('@/history/undo'));
const Live = lazyPart(() => import('./Live'), { failed: <LiveFailed /> });

/** Between the end of a session and the redirect to login, screens must not render without a user. */
export function SignedInArea() {
  const account = useSession();
  return account && <UserArea key={account.email} account={account} />;
}

/** Has its own cache and drafts. */
function UserArea({ account: { email, needsSecondFactor } }: { account: Account }) {
  const [queryClient] = useState(sessionQueryClient);
  const [drafts] = useState(() => openDrafts(email));
  return (
    <QueryClientProvider client={queryClient}>
      <DraftsContext value={drafts}>
        <Shell />
      </DraftsContext>
      {/* Whoever must set up a second factor first is refused all of it. */}
      {!needsSecondFactor && <BehindTheScreens email={email} />}
    </QueryClientProvider>
  );
}

/** What goes on beside the screens. It has a state of its own, so that no change of it renders them again. */
function BehindTheScreens({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const isIdle = useIdle();
  const undo = undoRequest.use();
  const bulk = bulkRequest.use();
  const jobs = useJobs();
  const downloads = useDownloads();
  useEffect(() => followJobs(email), [email]);
  useEffect(() => {
    if (!isIdle) return;
    let isOver = false;
    // Without it, screens load what they show when they are opened.
    import('./prefetch')
      .then(({ prefetchNextScreens }) => prefetchNextScreens(queryClient, () => isOver))
      .catch(() => undefined);
    return () => {
      isOver = true;
      void queryClient.cancelQueries();
    };
  }, [isIdle, queryClient]);
  return (
    <>
      {undo && <UndoOfToasts request={undo} />}
      {bulk && <BulkPanel key={bulk.action} request={bulk} onClose={() => bulkRequest.set(null)} />}
      {jobs.length + downloads.length > 0 && <JobsPanel jobs={jobs} downloads={downloads} />}
      {isIdle && <Live onFailed={warnOfLive} />}
    </>
  );
}

/** Without live updates the app works; a screen shows changes of others when it is opened again. */
function LiveFailed() {
  useEffect(() => warnOfLive(), []);
  return null;
}

function warnOfLive(retry?: () => void): void {
  const text = messages.liveFailed;
  notify.warning(text, retry && { label: messages.retry, run: retry });
}
