import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkLoadError, loadWithTimeout } from './loadWithTimeout';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a part that arrives is used', async () => {
  const module = { name: 'part' };
  expect(await loadWithTimeout(async () => module)).toBe(module);
  expect(vi.getTimerCount()).toBe(0);
});

test('a part that can not be fetched is told apart from other errors', async () => {
  await expect(loadWithTimeout(() => Promise.reject(new TypeError('404')))).rejects.toBeInstanceOf(ChunkLoadError);
});

test('a part that takes longer than two minutes is given up', async () => {
  const outcome = loadWithTimeout(() => new Promise(() => {})).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBeInstanceOf(ChunkLoadError);
});
