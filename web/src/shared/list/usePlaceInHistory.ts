import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { keepPlace, placeOf } from './scrollPositions';

/**
 * Going back, or reloading, finds a list scrolled to where it was left, with the focus on the same card. The browser
 * tries by itself, but before the rows are there. Another filter begins at the top.
 */
export function usePlaceInHistory(
  isReady: boolean,
  focused: number | undefined,
  focus: (card: number | undefined) => void,
): void {
  const { key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const arrivedAt = useRef<string>(undefined);

  useLayoutEffect(() => {
    if (!isReady || arrivedAt.current === key) return;
    const isFirst = arrivedAt.current === undefined;
    arrivedAt.current = key;
    const place = isReturn ? placeOf(key) : undefined;
    if (place) {
      window.scrollTo(0, place.top);
      focus(place.card);
    } else if (!isFirst) {
      window.scrollTo(0, 0);
    }
  }, [isReady, isReturn, key, focus]);

  useEffect(() => {
    if (!isReady) return;
    const keep = () => {
      // On the way to another entry the browser scrolls to that one's place, while this list still stands.
      if (currentEntry() === key) keepPlace(key, { top: window.scrollY, card: focused });
    };
    keep();
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, [isReady, key, focused]);
}

/** The key that the router gave to the entry of the history in which the browser is. */
function currentEntry(): string {
  return (window.history.state as { key?: string } | null)?.key ?? 'default';
}
