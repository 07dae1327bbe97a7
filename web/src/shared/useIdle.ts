import { useEffect, useState } from 'react';

/** Turns true once the page is painted and the browser has nothing else to do. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    // Safari came to know idle callbacks late.
    (window.requestIdleCallback ?? setTimeout)(() => setIdle(true));
  }, []);
  return isIdle;
}
