import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { ColumnChart } from './ColumnChart';

const column = (key: string, value: number, isQuiet = false) => ({
  key,
  name: key,
  value,
  isQuiet,
  label: key,
  to: undefined,
});

function draw(columns: ReturnType<typeof column>[]) {
  const { container } = render(<ColumnChart label="Value" columns={columns} onShow={() => {}} />, {
    wrapper: MemoryRouter,
  });
  const heights = (look: string) =>
    [...container.querySelectorAll(`svg[role] .${look}`)].map((rect) => Number(rect.getAttribute('height')));
  return { accent: heights('accent'), forecast: heights('forecast'), open: heights('open') };
}

it('months to come have a look of their own, and reach with what is open as high as the last known one', () => {
  const { accent, forecast, open } = draw([column('Nov', 100), column('Dec', 60, true), column('Jan', 120, true)]);
  expect([accent.length, forecast.length, open.length]).toEqual([1, 2, 1]);
  expect((forecast[0] ?? 0) + (open[0] ?? 0)).toBeCloseTo(accent[0] ?? 0);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'As it was',
    'Certain so far',
    'Ends by then, unless it is renewed',
  ]);
});

it('has no legend without months to come', () => {
  expect(draw([column('Nov', 100)]).forecast).toEqual([]);
  expect(screen.queryByRole('list')).toBeNull();
});
