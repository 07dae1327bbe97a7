import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { readStored, writeStored } from '@/shared/storage/storage';

/**
 * Going back, or reloading, finds a list scrolled to where it was left, with the focus on the same card. The browser
 * tries by itself, but before the rows are there. Another filter begins at the top. Without a scroller the list scrolls
 * with the page.
 */
export function usePlaceInHistory(
  isReady: boolean,
  focused: number | undefined,
  focus: (card: number | undefined) => void,
  scroller?: RefObject<HTMLElement | null>,
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
      (scroller?.current ?? window).scrollTo({ top: place.top });
      focus(place.card);
    } else if (!isFirst) {
      (scroller?.current ?? window).scrollTo({ top: 0 });
    }
  }, [isReady, isReturn, key, focus, scroller]);

  useEffect(() => {
    if (!isReady) return;
    const scrolls = scroller?.current ?? window;
    const keep = () => {
      const top = scroller?.current?.scrollTop ?? window.scrollY;
      // On the way to another entry the browser scrolls to that one's place, while this list still stands.
      if (currentEntry() === key) keepPlace(key, { top, card: focused });
    };
    keep();
    scrolls.addEventListener('scroll', keep, { passive: true });
    return () => scrolls.removeEventListener('scroll', keep);
  }, [isReady, key, focused, scroller]);
}

/** The key that the router gave to the entry of the history in which the browser is. */
function currentEntry(): string {
  return (window.history.state as { key?: string } | null)?.key ?? 'default';
}

/** Where a list was left: how far it was scrolled, and which card had the focus. */
export interface Place {
  top: number;
  card: number | undefined;
}

const kept = 50;
const name = 'btracker.places';

/** By the key of their entry in the history, the latest last. They are written once, when the page is left or reloaded. */
const places = new Map<string, Place>(JSON.parse(readStored('sessionStorage', name) ?? '[]'));
window.addEventListener('pagehide', () => writeStored('sessionStorage', name, JSON.stringify([...places])));

export function keepPlace(key: string, place: Place): void {
  places.delete(key);
  places.set(key, place);
  const [oldest] = places.keys();
  if (places.size > kept && oldest !== undefined) places.delete(oldest);
}

export function placeOf(key: string): Place | undefined {
  return places.get(key);
}
