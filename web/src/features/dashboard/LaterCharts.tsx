import { lazyPart } from '@/shared/lazyPart';
import { useIdle } from '@/shared/useIdle';
import { ChartsPlaceholder } from './ChartsPlaceholder';

const Charts = lazyPart(() => import('./Charts'), { placeholder: <ChartsPlaceholder /> });

/** The charts, once the figures above them are painted. */
export function LaterCharts() {
  return useIdle() ? <Charts /> : <ChartsPlaceholder />;
}
