import { expect, it } from 'vitest';
import { queryOf, readFilter } from './filter';

const now = Date.parse('2026-11-16T08:00:00Z');
const asked = (search: string) => {
  const query = queryOf(readFilter(new URLSearchParams(search)), 'ada@example.com', now);
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
};
const byEnd = { SortBy: 'endAt', SortDescending: false };

it.each([
  ['', { ...byEnd, State: 'active', EndTo: '2026-12-16T08:00:00.000Z' }],
  ['preset=14&kind=both', { ...byEnd, State: 'active,renews', EndTo: '2026-11-30T08:00:00.000Z' }],
  ['preset=overdue', { SortBy: 'endAt', SortDescending: true, State: 'ended' }],
  [
    'preset=losing&mine=true',
    { SortBy: 'margin', SortDescending: false, Losing: true, Responsible: 'ada@example.com' },
  ],
  [
    'preset=any&from=2026-11-16&to=2026-11-22&sort=-price',
    {
      SortBy: 'price',
      SortDescending: true,
      State: 'active',
      EndFrom: '2026-11-16T00:00:00Z',
      EndTo: '2026-11-22T23:59:59.999Z',
    },
  ],
  [
    'preset=all&priceFrom=0&priceTo=99.5&monthlyPriceFrom=10&monthlyPriceTo=ten',
    { ...byEnd, PriceFrom: 0, PriceTo: 99.5, MonthlyPriceFrom: 10 },
  ],
  ['preset=all&at=2026-01-31T23:59:59Z', { ...byEnd, At: '2026-01-31T23:59:59.000Z' }],
])('?%s asks for its rows', (search, query) => expect(asked(search)).toEqual(query));

it('asks the server nothing that only stands in the address', () => {
  expect(asked('preset=7&kind=x&sort=cost&company=1&from=2026-99-99&at=yesterday&to=')).toEqual(asked(''));
});
