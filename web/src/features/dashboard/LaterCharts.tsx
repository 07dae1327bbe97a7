import { lazy, Suspense } from 'react';
import { useIdle } from '@/shared/useIdle';
import { ChartsPlaceholder } from './ChartsPlaceholder';

const Charts = lazy(() => import('./Charts'));

/** The charts, once the figures above them are painted and the browser has nothing else to do. */
export function LaterCharts() {
  const isIdle = useIdle();
  return <Suspense fallback={<ChartsPlaceholder />}>{isIdle ? <Charts /> : <ChartsPlaceholder />}</Suspense>;
}
