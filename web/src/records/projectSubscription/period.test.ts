import { expect, it } from 'vitest';
import { endOfTerm, lengthOf, termInWords } from './period';

it.each([
  ['2026-11-16', 'week', '2026-11-22'],
  ['2026-11-16', 'month', '2026-12-15'],
  ['2027-01-31', 'month', '2027-02-27'],
  ['2026-11-30', 'quarter', '2027-02-27'],
  ['2028-02-29', 'year', '2029-02-27'],
  ['', 'year', undefined],
] as const)('a term from %s, a %s, ends on %s', (start, term, end) => expect(endOfTerm(start, term)).toBe(end));

const days = (startAt: string, endAt: string) => ({ startAt: `${startAt}T00:00:00Z`, endAt: `${endAt}T23:59:59Z` });

it.each([
  ['2026-11-16', '2026-11-22', '7 days', '2026-11-23', '2026-11-29'],
  ['2026-01-01', '2026-01-31', '1 month', '2026-02-01', '2026-02-28'],
  ['2026-01-31', '2026-02-27', '1 month', '2026-02-28', '2026-03-30'],
  ['2026-01-01', '2026-12-31', '1 year', '2027-01-01', '2027-12-31'],
  ['2026-11-16', '2026-11-16', '1 day', '2026-11-17', '2026-11-17'],
])('after %s to %s, %s, comes %s to %s', (start, end, words, nextStart, nextEnd) => {
  const length = lengthOf(days(start, end));
  expect(termInWords(length)).toBe(words);
  const { startAt, endAt } = length.next;
  expect([startAt.slice(0, 10), endAt.slice(0, 10)]).toEqual([nextStart, nextEnd]);
});

it('renews from hour to hour, and remembers the 31st over a short month', () => {
  const january = { startAt: '2026-01-31T08:30:00Z', endAt: '2026-02-28T08:30:00Z' };
  const february = { startAt: '2026-02-28T08:30:00Z', endAt: '2026-03-31T08:30:00Z' };
  expect(lengthOf(february, [january]).next).toEqual({
    startAt: '2026-03-31T08:30:00.000Z',
    endAt: '2026-04-30T08:30:00.000Z',
  });
});

it('goes on by days after terms of 30 days, one of which happens to be a month', () => {
  const march = days('2026-03-02', '2026-03-31');
  const april = days('2026-04-01', '2026-04-30');
  expect(termInWords(lengthOf(april))).toBe('1 month');
  expect(termInWords(lengthOf(april, [march]))).toBe('30 days');
});
