import type { ComponentType } from 'react';
import { loadChunk } from '@/shared/chunk';

interface RouteModule {
  Component: ComponentType;
}

/** A route that is loaded when it is first visited. */
export function lazyRoute(load: () => Promise<RouteModule>): () => Promise<RouteModule> {
  return () => loadChunk(load);
}
