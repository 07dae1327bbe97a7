/** How long a part of the app may take to arrive before the user is offered a reload. */
const chunkTimeout = 120_000;

/** A part of the app did not arrive: the network failed, or a newer version replaced it on the server. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

/** Loads a part of the app; what fails or takes too long is a ChunkLoadError. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
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
