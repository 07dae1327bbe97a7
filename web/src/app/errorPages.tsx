import { RotateCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useRouteError } from 'react-router';
import { ApiError, type ServerFailure } from '@/api/errors';
import { ChunkLoadError, failedComponent, reloadWhenReachable } from '@/shared/loading/loadWithTimeout';
import { common } from '@/shared/messages';
import { createStore } from '@/shared/storage/store';
import { Button } from '@/shared/ui/buttons/Button';
import styles from './errorPages.module.css';
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
        <Button variant="primary" icon={<RotateCw />} busy={state === 'trying'} onClick={() => void retry()}>
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

interface MessagePageProps {
  icon?: ReactNode;
  title: string;
  text?: string;
  children?: ReactNode;
}

/** A page that has only something to say, and a way on. */
export function MessagePage({ icon, title, text, children }: MessagePageProps) {
  return (
    <section className={styles.message}>
      {icon && (
        <span className={styles.icon} aria-hidden>
          {icon}
        </span>
      )}
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      {children}
    </section>
  );
}

/** Outside the shell there is no landmark around such a page yet. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return <main className={styles.frame}>{children}</main>;
}
