import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { LineChart, lineScale, rowsOf } from './LineChart';

it.each([
  ['from zero', [0, 40], [0, 40]],
  ['from zero where the differences are plain', [100, 240], [0, 250]],
  ['closer where they would be hidden', [40_000, 41_000], [39_000, 41_000]],
  ['below zero', [-50, 100], [-50, 100]],
  ['where all is nothing', [0, 0], [0, 1]],
])('an axis begins %s', (_, values, domain) => expect(lineScale(values).y.domain()).toEqual(domain));

it('two lines are drawn with what is between them, and named', () => {
  const point = (key: string, at: number, values: number[]) => ({ key, at, name: key, values, label: key, to: '/x' });
  const points = [point('Nov', 0.1, [100, 100]), point('Dec', 1, [100, 140])];
  const two = [
    { look: 'quiet', label: 'As it is' },
    { look: 'accent', label: 'As planned' },
  ] as const;
  const draw = (lines: (typeof two)[number][]) => (
    <LineChart
      label="Value"
      lines={lines}
      points={points}
      marks={[{ key: 0, at: 0.5, control: <button type="button">1</button> }]}
      onShow={() => {}}
    />
  );
  const { container, rerender } = render(draw([...two]), { wrapper: MemoryRouter });
  expect(container.querySelectorAll('path')).toHaveLength(3);
  expect(container.querySelectorAll('.control')).toHaveLength(1);
  screen.getByRole('button', { name: '1' });
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual(['Nov', 'Dec']);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['As it is', 'As planned']);
  rerender(draw([two[1]]));
  expect(container.querySelectorAll('path')).toHaveLength(1);
  expect(screen.queryByRole('list')).toBeNull();
});

it.each([
  ['apart in one row', [0, 0.5, 1], [0, 0, 0]],
  ['close in rows of their own', [0.5, 0.5, 0.55, 1], [0, 1, 2, 0]],
  ['in the row with the most room when there are no more', [0.5, 0.51, 0.52, 0.53, 0.54], [0, 1, 2, 3, 0]],
])('marks are %s', (_, places, rows) => expect(rowsOf(places)).toEqual(rows));
