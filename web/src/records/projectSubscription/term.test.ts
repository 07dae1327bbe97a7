import { expect, it } from 'vitest';
import { hosting } from '@/records/project/testProject';
import { nextOf, plannedInWords } from './term';

const january = { ...hosting, startAt: '2026-01-01T00:00:00Z', endAt: '2026-01-31T23:59:59Z', price: 30 };

it.each([
  ['nothing planned', null, 30],
  ['one for the next renewal', { price: 45, from: null }, 45],
  ['one from a day before it', { price: 45, from: '2026-01-20T00:00:00Z' }, 45],
  ['one from its first day', { price: 45, from: '2026-02-01T00:00:00Z' }, 45],
  ['one from a later day', { price: 45, from: '2026-02-02T00:00:00Z' }, 30],
])('the next period follows the last one; with %s the price is right', (_, planned, price) => {
  const next = nextOf({ ...january, planned });
  expect(next.startAt.slice(0, 10)).toBe('2026-02-01');
  expect(next.endAt.slice(0, 10)).toBe('2026-02-28');
  expect(next.price).toBe(price);
});

it('says what is planned', () => {
  expect(plannedInWords({ price: 45, from: null })).toBe('$45.00 from the next renewal');
  expect(plannedInWords({ price: 45, from: '2026-02-02T00:00:00Z' })).toBe('$45.00 from 2 Feb 2026');
});
