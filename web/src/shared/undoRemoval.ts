import { type ToastAction, undoBy, undoRequest } from './toast';

/** The Undo of a removal. The answer to it has no body to find its change by, so the history is asked for the last one. */
export function undoOfRemoval(readLast: () => Promise<readonly { seq: number }[]>): ToastAction {
  return undoBy(() => {
    void readLast().then(([removed]) => removed && undoRequest.set({ target: { seq: removed.seq } }));
  });
}
