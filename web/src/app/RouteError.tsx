import { useRouteError } from 'react-router';
import { ApiError } from '@/api/errors';
import { ChunkLoadError } from './lazyRoute';
import styles from './RouteError.module.css';

/** Takes the place of a page that could not be shown, so that nobody faces a blank one. */
export function RouteError() {
  const { title, text } = describe(useRouteError());
  return (
    <main className={styles.page} role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      <button type="button" onClick={() => window.location.reload()}>
        Reload
      </button>
    </main>
  );
}

function describe(error: unknown): { title: string; text: string } {
  if (error instanceof ChunkLoadError) {
    return {
      title: 'This page did not load',
      text: 'Your connection may have dropped, or a newer version of the app was installed. Reloading usually helps.',
    };
  }
  if (error instanceof ApiError) {
    return { title: 'The server can not be reached', text: `${error.message} You are still signed in.` };
  }
  return { title: 'Something went wrong', text: 'failed loading this component.' };
}
