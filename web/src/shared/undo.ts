import { createStore } from './store';
import { type ToastAction, undoBy } from './toast';

/** What is to be taken back, and what follows. */
export interface UndoRequest {
  target: { seq: number } | { batchId: string };
  /** What the toast says then, instead of that a change is undone. */
  done?: string;
  /** The pages that begin with `from` are left for `to`, because the undo takes away what they show. */
  leave?: { from: string; to: string };
  /** The record that is gone then, by the names of api/invalidate.ts: nobody asks for it again. */
  gone?: { entity: string; id: string };
}

/** The request of a toast. The app carries it out (history/undo.tsx), as it may lead to a question. */
export const undoRequest = createStore<UndoRequest | null>(null);

let lastChange: number | undefined;

/** Called with the number of a change that this page made, as soon as the server answers. */
export function noteOwnChange(seq: number): void {
  lastChange = seq;
}

/** Called when an action begins: the changes of earlier ones are not its own. */
export function forgetOwnChange(): void {
  lastChange = undefined;
}

/** The Undo of what the action at hand has changed, for its toast. An action that changed nothing has none. */
export function undoLastChange(more: Omit<UndoRequest, 'target'> = {}): ToastAction | undefined {
  const seq = lastChange;
  return seq === undefined ? undefined : undoBy(() => undoRequest.set({ target: { seq }, ...more }));
}
