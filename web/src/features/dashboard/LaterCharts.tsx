import { lazy, Suspense, useEffect, useState } from 'react';
import { ChartsPlaceholder } from './ChartsPlaceholder';

const Charts = lazy(() => import('./Charts'));

/** The charts, once the figures above them are painted and the browser has nothing else to do. */
export function LaterCharts() {
  const isIdle = useIdle();
  return <Suspense fallback={<ChartsPlaceholder />}>{isIdle ? <Charts /> : <ChartsPlaceholder />}</Suspense>;
}

function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    // Safari came to know idle callbacks late.
    (window.requestIdleCallback ?? setTimeout)(() => setIdle(true));
  }, []);
  return isIdle;
}
