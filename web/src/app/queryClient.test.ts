import { MutationObserver, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { connectApi } from '@/api/client';
import { ApiError } from '@/api/errors';
import { failsInPlace, failsList, failsPage } from '@/shared/loading/readFailure';
import { createQueryClient } from './queryClient';

const onFailure = vi.fn<(error: ApiError) => void>();
const onPageFailure = vi.fn<(error: ApiError) => void>();
let client: QueryClient;

beforeEach(() => {
  onFailure.mockReset();
  onPageFailure.mockReset();
  connectApi({ token: () => null, onFailure, onPageFailure });
  client = createQueryClient();
});

const fail = async () => {
  throw new ApiError(500);
};

/** What a component does that shows a query. */
function show(meta?: typeof failsPage) {
  const observer = new QueryObserver(client, { queryKey: ['read'], queryFn: fail, ...(meta && { meta }) });
  observer.subscribe(() => {});
  return observer;
}

it('has the failure of what a page is about treated by the whole app', async () => {
  show(failsPage);
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 500 })));
  expect(onPageFailure).toHaveBeenCalledOnce();
});

it.each([
  ['a part that tells it in its place', failsInPlace],
  ['any other part', undefined],
])('leaves the page where it is after the failure of %s', async (_, meta) => {
  const observer = show(meta);
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
  expect(onFailure).not.toHaveBeenCalled();
  expect(onPageFailure).not.toHaveBeenCalled();
});

it('tells of the failure of a list, and leaves the page where it is', async () => {
  show(failsList);
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledOnce());
  expect(onPageFailure).not.toHaveBeenCalled();
});

it('leaves the page where it is when it could not be read again', async () => {
  client.setQueryData(['read'], 'as it was');
  const observer = show(failsPage);
  await client.invalidateQueries();
  expect(observer.getCurrentResult()).toMatchObject({ isError: true, data: 'as it was' });
  expect(onFailure).not.toHaveBeenCalled();
  expect(onPageFailure).not.toHaveBeenCalled();
});

it('tells nobody of what was read ahead of time', async () => {
  await client.prefetchQuery({ queryKey: ['read'], queryFn: fail, meta: failsPage });
  expect(onFailure).not.toHaveBeenCalled();
  expect(onPageFailure).not.toHaveBeenCalled();
});

it.each([
  ["a page's own record", failsPage, 1],
  ['anything else', undefined, 0],
])('has the failure of a save of %s treated by the whole app: %s', async (_, meta, times) => {
  const save = new MutationObserver(client, { mutationFn: fail, ...(meta && { meta }) });
  await expect(save.mutate()).rejects.toMatchObject({ status: 500 });
  expect(onPageFailure).toHaveBeenCalledTimes(times);
});
