import { api } from '@/api/client';
import { ApiError } from '@/api/errors';
import { base } from '@/base';
import { currentAccount } from '@/session/session';
import { ChunkLoadError } from '@/shared/loading/loadWithTimeout';

/** A page that fails over and over has said what there is to say. */
const mostReports = 5;
/** The limit of the server. */
const longestStack = 2000;

const reported = new Set<string>();

/** Reports unexpected errors to the server: those of components by React's root, all others by the window. */
export function reportClientErrors() {
  window.addEventListener('error', ({ error }) => void report(error));
  return {
    onCaughtError: (error: unknown) => {
      console.error(error);
      void report(error);
    },
    // As React does by itself: it reaches the window.
    onUncaughtError: (error: unknown) => reportError(error),
  };
}

/** Only where an error happened is sent: its message may quote what was typed. */
async function report(error: unknown): Promise<void> {
  // A failed call and a part that did not load are told on the screen; the server knows the caller by the token alone.
  const isExpected = error instanceof ApiError || error instanceof ChunkLoadError;
  if (!(error instanceof Error) || isExpected || !currentAccount()) return;
  const body = { kind: kindOf(error), page: pageOf(window.location.pathname), stack: stackOf(error) };
  const key = JSON.stringify(body);
  if (reported.has(key) || reported.size >= mostReports) return;
  reported.add(key);
  await api.post('/clientError', { body, handles: 'all' }).catch(() => undefined);
}

function kindOf({ name }: Error): string {
  return /^\w{1,64}$/.test(name) ? name : 'Error';
}

/** The address with a placeholder for whatever is not a word of the app, such as an id or an e-mail address. */
function pageOf(pathname: string): string {
  const parts = pathname.slice(base.length).split('/');
  return parts
    .map((part) => (/^[a-z-]{1,20}$/i.test(part) ? part : ':id'))
    .join('/')
    .slice(0, 256);
}

/** Functions and places in our own scripts; lines of the message, and of anybody else's scripts, match nothing. */
function stackOf({ stack = '' }: Error): string {
  const frame = /^\s*(?:at )?(?:async )?([\w$.<>]*)[ @(]*https?:\/\/[^\s?#]*\/assets\/([\w.-]+\.js:\d+:\d+)\)?$/;
  const frames = stack.split('\n').flatMap((line) => {
    const [, name, place] = frame.exec(line) ?? [];
    return place ? [`${name || '?'} ${place}`] : [];
  });
  return frames.join('\n').slice(0, longestStack);
}
