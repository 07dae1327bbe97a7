import { expect, it } from 'vitest';
import { amountScale, countScale } from './Chart';

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [6, [0, 2, 4, 6]],
  [7, [0, 2, 4, 6, 8]],
  [130, [0, 50, 100, 150]],
])('an axis up to %d has round numbers', (max, ticks) => expect(countScale([0, max], 200, 0).ticks).toEqual(ticks));

it('nothing has no length, even where all is nothing', () => {
  expect(amountScale([10, 4], 200)(5)).toBe(100);
  expect(amountScale([0], 200)(0)).toBe(0);
  expect(countScale([0], 200, 20).y(0)).toBe(200);
});
