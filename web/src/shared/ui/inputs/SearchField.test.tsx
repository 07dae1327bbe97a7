import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SearchField } from './SearchField';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('keeps what is typed while its own search comes back, and gives way to what comes from elsewhere', () => {
  const search = vi.fn();
  const field = (value: string, clearings = 0) => (
    <SearchField label="Search" value={value} clearings={clearings} onSearch={search} />
  );
  const { rerender } = render(field(''));
  const input = screen.getByRole('searchbox');
  const type = (text: string) => fireEvent.change(input, { target: { value: text } });
  const pause = () => act(() => void vi.advanceTimersByTime(250));

  type('north ');
  pause();
  expect(search).toHaveBeenLastCalledWith('north');
  rerender(field('north'));
  expect(input).toHaveValue('north ');

  type('north w');
  pause();
  type('north wi');
  rerender(field('north w'));
  expect(input).toHaveValue('north wi');
  pause();
  expect(search).toHaveBeenLastCalledWith('north wi');
  rerender(field('north wi'));

  // The back button, and then Clear filters.
  rerender(field('east'));
  expect(input).toHaveValue('east');
  rerender(field('', 1));
  expect(input).toHaveValue('');

  type('w');
  rerender(field('', 2));
  expect(input).toHaveValue('');
  pause();
  expect(search).toHaveBeenCalledTimes(3);
});
