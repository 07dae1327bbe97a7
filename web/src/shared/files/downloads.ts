import { createStore } from '@/shared/storage/store';

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
  /** Counts what arrives. */
  readFile: (response: Response) => Promise<Blob>;
}

export const downloads = createStore<readonly Download[]>([]);

export const useDownloads = downloads.use;
