import { useSyncExternalStore } from 'react';
import { breakpoints } from '@/shared/styles/breakpoints';

const query = `(min-width: ${breakpoints.tablet + 1}px) and (max-width: ${breakpoints.laptop}px)`;

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Whether the screen is wide enough for a table, and has no room for each column of a wide table. */
export function useIsLaptop(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
