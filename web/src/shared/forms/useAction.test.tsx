import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/api/errors';
import { ownWrites } from '@/api/ownWrites';
import { useAction } from './useAction';

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

it('goes from idle over in progress to success', async () => {
  const { promise, resolve } = withResolvers<string>();
  const { result } = renderHook(() => useAction(() => promise));
  expect(result.current.status).toBe('idle');

  let answer: Promise<string | undefined> | undefined;
  act(() => {
    answer = result.current.run();
  });
  expect(result.current.status).toBe('in progress');
  expect(ownWrites.underWay).toBe(1);

  await act(async () => resolve('done'));
  expect(result.current.status).toBe('success');
  expect(await answer).toBe('done');
});

it('ignores a second call while one runs', async () => {
  const { promise, resolve } = withResolvers<void>();
  const perform = vi.fn(() => promise);
  const { result } = renderHook(() => useAction(perform));

  await act(async () => {
    void result.current.run();
    expect(await result.current.run()).toBeUndefined();
    resolve();
  });
  expect(perform).toHaveBeenCalledTimes(1);

  await act(async () => void (await result.current.run()));
  expect(perform).toHaveBeenCalledTimes(2);
});

it('is faulted after a refusal, without rejecting', async () => {
  const refusal = new ApiError(403);
  const { result } = renderHook(() => useAction(() => Promise.reject(refusal)));
  await act(async () => expect(await result.current.run()).toBeUndefined());
  expect(ownWrites.underWay).toBe(0);
  expect(result.current).toMatchObject({ status: 'faulted', error: refusal });

  act(() => result.current.reset());
  expect(result.current.status).toBe('idle');
});
