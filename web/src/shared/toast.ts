import { useSyncExternalStore } from 'react';

type ToastKind = 'success' | 'info' | 'warning' | 'error';

interface ToastAction {
  /** A verb, such as Undo. */
  label: string;
  run: () => void;
}

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  action?: ToastAction;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Short news at the edge of the screen (drawn by app/Toasts.tsx). */
export const notify = {
  success: show('success'),
  info: show('info'),
  warning: show('warning'),
  error: show('error'),
};

export function dismissToast(id: number): void {
  update(toasts.filter((toast) => toast.id !== id));
}

/** What they offer belongs to whoever was told. */
export function dismissOffers(): void {
  update(toasts.filter(({ action }) => action === undefined));
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}

/** A text stands there once: ten requests that fail for one reason are one piece of news. */
function show(kind: ToastKind) {
  return (text: string, action?: ToastAction) => {
    const others = toasts.filter((toast) => toast.kind !== kind || toast.text !== text);
    lastId += 1;
    update([...others, { id: lastId, kind, text, ...(action && { action }) }]);
  };
}

function update(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
