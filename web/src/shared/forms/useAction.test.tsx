import { useQueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/api/errors';
import { FreshCache } from '@/testApp';
import { useAction } from './useAction';

function renderAction<Args extends unknown[], Result>(perform: (...args: Args) => Promise<Result>) {
  const hook = () => ({ ...useAction(perform), client: useQueryClient() });
  return renderHook(hook, { wrapper: FreshCache });
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

it('goes from idle over in progress to success', async () => {
  const { promise, resolve } = withResolvers<string>();
  const { result } = renderAction(() => promise);
  expect(result.current.status).toBe('idle');

  let answer: Promise<string | undefined> | undefined;
  act(() => {
    answer = result.current.run();
  });
  // The live events of what it changes wait for this (realtime/refresher.ts).
  expect(result.current.client.isMutating()).toBe(1);
  await waitFor(() => expect(result.current.status).toBe('in progress'));

  await act(async () => resolve('done'));
  await waitFor(() => expect(result.current.status).toBe('success'));
  expect(await answer).toBe('done');
});

it('ignores a second call while one runs', async () => {
  const { promise, resolve } = withResolvers<void>();
  const perform = vi.fn(() => promise);
  const { result } = renderAction(perform);

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
  const { result } = renderAction(() => Promise.reject(refusal));
  await act(async () => expect(await result.current.run()).toBeUndefined());
  expect(result.current.client.isMutating()).toBe(0);
  await waitFor(() => expect(result.current).toMatchObject({ status: 'faulted', error: refusal }));

  act(() => result.current.reset());
  await waitFor(() => expect(result.current.status).toBe('idle'));
});

it('fails at once without a network, instead of waiting for one', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { result } = renderAction(() => Promise.reject(new ApiError(0)));
  await act(async () => expect(await result.current.run()).toBeUndefined());
  await waitFor(() => expect(result.current.status).toBe('faulted'));
});

it('does not keep what was sent, which may be a password', async () => {
  vi.useFakeTimers();
  const { result, unmount } = renderAction(async (_password: string) => 'done');
  await act(async () => void (await result.current.run('secret')));
  const { client } = result.current;
  unmount();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(client.getMutationCache().getAll()).toEqual([]);
  vi.useRealTimers();
});
