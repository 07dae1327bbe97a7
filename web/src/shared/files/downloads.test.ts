import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useDownloads } from './downloads';
import { followDownload } from './followDownload';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

it('shows a file that takes its time, and stops it', async () => {
  const { result } = renderHook(useDownloads);
  const file = followDownload(
    'companies.csv',
    ({ signal }) =>
      new Promise((_, fail) => {
        signal.addEventListener('abort', () => fail(signal.reason));
      }),
  );
  expect(result.current).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_100);
  await waitFor(() => expect(result.current).toMatchObject([{ name: 'companies.csv', bytes: 0 }]));
  result.current[0]?.stop();
  expect(await file).toBeUndefined();
  await waitFor(() => expect(result.current).toEqual([]));
});

it('shows nothing of a file that is there at once, and passes on what failed', async () => {
  const { result } = renderHook(useDownloads);
  const content = new Blob(['a']);
  expect(await followDownload('a.csv', async () => content)).toBe(content);
  await expect(followDownload('a.csv', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(result.current).toEqual([]);
});
