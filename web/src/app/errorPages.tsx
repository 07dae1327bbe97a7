import { RotateCw } from 'lucide-react';
import { useRouteError } from 'react-router';
import { ApiError } from '@/api/errors';
import { ChunkLoadError } from '@/shared/chunk';
import { Button } from '@/shared/ui/Button';

import { MessagePage, PublicFrame } from './MessagePage';

/** Takes the place of a page that could not be shown, so that nobody faces a blank one. */
export function PageError() {
  const { title, text } = explain(useRouteError());
  return (
    <div role="alert">
      <MessagePage title={title} text={text}>
        <Button look="primary" icon={<RotateCw />} onClick={() => window.location.reload()}>
          Reload
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

function explain(error: unknown): { title: string; text: string } {
  if (error instanceof ChunkLoadError) {
    return {
      title: 'This page did not load',
      text: 'The connection may have dropped, or a newer version of the app was installed. Reloading usually helps.',
    };
  }
  if (error instanceof ApiError) {
    return { title: error.message, text: 'You are still signed in. Reload to try again.' };
  }
  return { title: 'Something went wrong', text: 'failed loading this component.' };
}
