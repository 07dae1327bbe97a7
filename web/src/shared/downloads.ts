import { createStore } from '@/shared/store';

/** A file that is on its way, for the line that tells how far it is. */
export interface Download {
  id: number;
  name: string;
  /** That have arrived. */
  bytes: number;
  stop: () => void;
}

/** What a call that reads a file takes along. */
export interface Transfer {
  signal: AbortSignal;
  onBytes: (bytes: number) => void;
}

/** A file that is there sooner is not worth a line. */
const patience = 1_000;

/** Bytes between two looks of the line, which shows tenths of megabytes. */
const step = 100_000;

const downloads = createStore<readonly Download[]>([]);
let last = 0;

export const useDownloads = downloads.use;

/** Reads a file, and shows how far it is and how to stop it. Undefined if it was stopped. */
export async function followDownload(
  name: string,
  load: (transfer: Transfer) => Promise<Blob>,
): Promise<Blob | undefined> {
  last += 1;
  const id = last;
  const controller = new AbortController();
  let bytes = 0;
  const show = () => {
    const others = downloads.get().filter((one) => one.id !== id);
    downloads.set([...others, { id, name, bytes, stop: () => controller.abort() }].toSorted((a, b) => a.id - b.id));
  };
  let isShown = false;
  const timer = setTimeout(() => {
    isShown = true;
    show();
  }, patience);
  try {
    return await load({
      signal: controller.signal,
      onBytes: (arrived) => {
        const isNews = Math.floor(arrived / step) > Math.floor(bytes / step);
        bytes = arrived;
        if (isShown && isNews) show();
      },
    });
  } catch (error) {
    if (controller.signal.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
    if (isShown) downloads.set(downloads.get().filter((one) => one.id !== id));
  }
}
