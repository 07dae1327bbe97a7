import { expect, it } from 'vitest';
import { keepPlace, placeOf } from './placeInHistory';

it('keeps the latest places, and writes them once, when the page is left', () => {
  for (let entry = 0; entry < 60; entry += 1) keepPlace(`key-${entry}`, { top: entry, card: undefined });
  expect(placeOf('key-0')).toBeUndefined();
  expect(placeOf('key-59')).toEqual({ top: 59, card: undefined });
  expect(sessionStorage).toHaveLength(0);

  window.dispatchEvent(new Event('pagehide'));
  expect(sessionStorage).toHaveLength(1);
  expect(JSON.parse(sessionStorage.getItem('btracker.places') ?? '')).toHaveLength(50);
});
