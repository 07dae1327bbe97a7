import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PeriodLine } from './PeriodLine';

const january = { startAt: '2026-01-01T00:00:00Z', endAt: '2026-01-31T23:59:59Z' };
const february = { startAt: '2026-02-01T00:00:00Z', endAt: '2026-02-28T23:59:59Z' };
const march = { startAt: '2026-03-01T00:00:00Z', endAt: '2026-03-31T23:59:59Z' };

function draw(planned: { price: number; from: string | null } | null) {
  const { container } = render(<PeriodLine periods={[february, january]} next={march} planned={planned} />);
  const [pin] = Array.from(container.querySelectorAll<HTMLElement>('span.pin'));
  return {
    terms: container.querySelectorAll('span.term').length,
    at: pin && Number.parseFloat(pin.style.getPropertyValue('--at')),
  };
}

test.each([
  ['the next renewal', null, 'the next renewal', (31 + 28) / 90],
  ['a day of a period', '2026-02-01T00:00:00Z', '1 Feb 2026', 31 / 90],
  ['a day beyond the line', '2099-01-01T00:00:00Z', '1 Jan 2099', 1],
])('a price that is planned from %s is marked where it begins', (_, from, inWords, part) => {
  const { terms, at } = draw({ price: 24, from });
  screen.getByText(`Planned price: $24.00 from ${inWords}`);
  expect(terms).toBe(3);
  expect(at).toBeCloseTo(part * 100, 3);
});

test('without a planned price the line ends with the last period', () => {
  expect(draw(null)).toEqual({ terms: 2, at: undefined });
  screen.getByText('28 Feb 2026');
});
