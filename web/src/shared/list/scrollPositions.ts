import { readStored, writeStored } from '@/shared/storage';

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
