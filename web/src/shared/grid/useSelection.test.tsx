import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useSelection } from './useSelection';

const total = 100;
const keys = (first: number, last: number) =>
  Array.from({ length: last + 1 - first }, (_, index) => `k${first + index}`);

function select(rowsBetween: (first: number, last: number) => string[] | Promise<string[]> = keys) {
  const { result, rerender } = renderHook(
    ({ filter }) => useSelection({ filter, total, keyOf: (row: string) => row, rowsBetween }),
    { initialProps: { filter: 'a' } },
  );
  return { chosen: () => [...result.current.keys], at: () => result.current, rerender };
}

it('selects some, and a range from the last of them', () => {
  const { at, chosen } = select();
  act(() => at().toggle(3, 'k3'));
  act(() => at().toggle(10, 'k10'));
  act(() => at().extendTo(12));
  expect(chosen()).toEqual(['k3', 'k10', 'k11', 'k12']);
  // A shorter range takes back what the longer one added.
  act(() => at().extendTo(9));
  expect(chosen()).toEqual(['k3', 'k9', 'k10']);
  act(() => at().toggle(3, 'k3'));
  expect(chosen()).toEqual(['k9', 'k10']);
  expect(at().state).toBe('some');
});

it('begins a range at the row where the keys began', () => {
  const { at, chosen } = select();
  act(() => at().extendTo(6, 5));
  act(() => at().extendTo(7, 6));
  expect(chosen()).toEqual(['k5', 'k6', 'k7']);
});

it('selects all that match, and all but one of them', async () => {
  const { at, chosen } = select((first, last) => Promise.resolve(keys(first, last)));
  act(() => at().toggleAll());
  expect(at().state).toBe('all');
  expect(at().count).toBe(total);
  expect(at().isSelected('whatever')).toBe(true);
  act(() => at().toggle(0, 'k0'));
  await waitFor(() => expect(at().isAll).toBe(false));
  expect(chosen()).toEqual(keys(1, 99));
  act(() => at().clear());
  expect(at().state).toBe('none');
});

it('begins anew with another filter, and leaves out what comes too late', async () => {
  let arrive: (rows: string[]) => void = () => {};
  const { at, chosen, rerender } = select(
    vi.fn(
      () =>
        new Promise<string[]>((resolve) => {
          arrive = resolve;
        }),
    ),
  );
  act(() => at().toggle(1, 'k1'));
  act(() => at().extendTo(50));
  act(() => at().toggle(2, 'k2'));
  await act(async () => arrive(keys(1, 50)));
  expect(chosen()).toEqual(['k1', 'k2']);
  rerender({ filter: 'b' });
  expect(chosen()).toEqual([]);
});
