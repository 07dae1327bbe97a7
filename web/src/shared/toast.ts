import { createStore } from '@/shared/storage/store';
import type { PageCommand } from './commands';
import { common } from './messages';

type ToastKind = 'success' | 'info' | 'warning' | 'error';

export interface ToastAction {
  /** A verb, such as Undo. */
  label: string;
  run: () => void;
  /** The command of the page that does the same while the toast is shown. */
  command?: PageCommand;
}

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  action?: ToastAction;
  /** A greeting: it goes as soon as the person does something. */
  isGreeting?: true;
}

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

export const useToasts = toasts.use;

/** Short news at the edge of the screen (drawn by app/Toasts.tsx). */
export const notify = {
  success: show('success'),
  info: show('info'),
  warning: show('warning'),
  error: show('error'),
  /** Until the person clicks somewhere. */
  welcome: (text: string) => add({ kind: 'success', text, isGreeting: true }),
};

/** The action of a toast that takes back what was done. */
export function undoBy(run: () => void): ToastAction {
  return { label: common.undo, run, command: 'undo' };
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/** Removes toasts that offer something: an Undo belongs to the user who was offered it. */
export function dismissOffers(): void {
  toasts.set(toasts.get().filter(({ action }) => action === undefined));
}

/** A text stands there once: ten requests that fail for one reason are one piece of news. */
function show(kind: ToastKind) {
  return (text: string, action?: ToastAction) => add({ kind, text, ...(action && { action }) });
}

function add(toast: Omit<Toast, 'id'>): void {
  const others = toasts.get().filter(({ kind, text }) => kind !== toast.kind || text !== toast.text);
  lastId += 1;
  toasts.set([...others, { id: lastId, ...toast }]);
}

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

/** The numbers under which the server logged what it answered. */
const changes = new WeakMap<object, number>();

/** Called with the answer to a call that changed something, and the number of the change. */
export function noteChangeOfAnswer(seq: number, answer: unknown): void {
  if (typeof answer === 'object' && answer !== null) changes.set(answer, seq);
}

/** The Undo of what a call changed, by its answer, for the toast. A call that changed nothing has none. */
export function undoOfAnswer(answer: object, more: Omit<UndoRequest, 'target'> = {}): ToastAction | undefined {
  const seq = changes.get(answer);
  return seq === undefined ? undefined : undoBy(() => undoRequest.set({ target: { seq }, ...more }));
}
