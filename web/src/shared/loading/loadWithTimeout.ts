import { common } from '@/shared/messages';

/** How long a part of the app may take to arrive before the user is offered a reload. */
const chunkTimeout = 120_000;

/** As the specification words it, wherever a component can't be shown. */
export const failedComponent = common.componentFailed;

/** A part of the app did not arrive: the network failed, or a newer version replaced it on the server. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

/** Loads a part of the app; what fails or takes too long is a ChunkLoadError. */
export async function loadWithTimeout<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('The page took too long to load.')), chunkTimeout);
  });
  try {
    return await Promise.race([load(), timeout]);
  } catch (cause) {
    throw cause instanceof ChunkLoadError ? cause : new ChunkLoadError('The page could not be loaded.', { cause });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reloads the page if the server answers; resolves to false if it does not. Browsers may remember that a script could
 * not be fetched until then, and what they show instead of a page that can't be reached has no way back.
 */
export async function reloadWhenReachable(): Promise<boolean> {
  const answer = await fetch(window.location.href, { cache: 'no-store' }).catch(() => undefined);
  if (!answer?.ok) return false;
  window.location.reload();
  return true;
}
