import { useEffect, useState } from 'react';

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
