import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { RelativeTime } from './RelativeTime';

afterEach(() => {
  vi.useRealTimers();
});

it('goes on with the time', () => {
  vi.useFakeTimers();
  render(<RelativeTime at={new Date().toISOString()} />);
  expect(screen.getByText('just now')).toBeVisible();
  act(() => vi.advanceTimersByTime(5 * 60_000));
  expect(screen.getByText('5 minutes ago')).toBeVisible();
});
