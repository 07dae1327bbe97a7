import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useRouteError } from 'react-router';
import { ApiError } from '@/api/errors';
import type { ServerFailure } from '@/api/failures';
import { ChunkLoadError, failedComponent, reloadWhenReachable } from '@/shared/loadWithTimeout';
import { common } from '@/shared/messages';
import { createStore } from '@/shared/store';
import { Button } from '@/shared/ui/Button';
import { MessagePage, PublicFrame } from './MessagePage';
import { messages } from './messages';

/** Takes the place of a page that could not be shown, so that nobody faces a blank one. What was typed in forms is kept. */
export function PageError() {
  const { title, text, hint } = explain(useRouteError());
  const [state, setState] = useState<'trying' | 'unreachable'>();

  async function retry() {
    setState('trying');
    if (!(await reloadWhenReachable())) setState('unreachable');
  }

  return (
    <div role="alert">
      <MessagePage title={title} text={text}>
        <p>{state === 'unreachable' ? messages.unreachable : hint}</p>
        <Button look="primary" icon={<RotateCw />} busy={state === 'trying'} onClick={() => void retry()}>
          {common.tryAgain}
        </Button>
      </MessagePage>
    </div>
  );
}

/** The same, where there is no shell around it. */
export function AppError() {
  return (
    <PublicFrame>
      <PageError />
    </PublicFrame>
  );
}

function explain(error: unknown): { title: string; text: string; hint?: string } {
  if (error instanceof ChunkLoadError) {
    return {
      title: messages.pageNotLoaded,
      text: failedComponent,
      hint: messages.pageNotLoadedHint,
    };
  }
  if (error instanceof ApiError) {
    return { title: error.message, text: messages.stillSignedIn };
  }
  return { title: messages.wentWrong, text: failedComponent };
}

interface PageFailure extends ServerFailure {
  /** Of the page that it took away. */
  path: string;
}

/** The error that the server-error page tells about; none after a reload. */
export const serverFailure = createStore<PageFailure | null>(null);
