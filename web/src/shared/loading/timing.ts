import { useEffect, useState, useSyncExternalStore } from 'react';

const minute = 60_000;
const listeners = new Set<() => void>();
let minutes: ReturnType<typeof setInterval> | undefined;

/** Renders again each minute, for what depends on the time of day. One timer serves all. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / minute));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  minutes ??= setInterval(() => {
    for (const told of listeners) told();
  }, minute);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(minutes);
    minutes = undefined;
  };
}

/** A text once the typing pauses; an emptied field at once. */
export function useDebounced(text: string, pause: number): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), text === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return debounced;
}

/** Milliseconds after which work begins in a browser that finds no idle moment, as Chromium at times does after a key. */
const timeout = 2000;

/** Turns true once the page is painted and the browser has nothing else to do. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const begin = () => setIdle(true);
    // Safari came to know idle callbacks late.
    if (window.requestIdleCallback) window.requestIdleCallback(begin, { timeout });
    else setTimeout(begin);
  }, []);
  return isIdle;
}
