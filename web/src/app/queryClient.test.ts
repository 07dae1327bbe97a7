import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { connectApi } from '@/api/client';
import { ApiError } from '@/api/errors';
import { failsInPlace, failsPage } from '@/shared/readFailure';
import { createQueryClient } from './queryClient';

const onFailure = vi.fn<(error: ApiError) => void>();
let client: QueryClient;

beforeEach(() => {
  onFailure.mockReset();
  connectApi({ token: () => null, onFailure });
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
});

it.each([
  ['a part that tells it in its place', failsInPlace],
  ['any other part', undefined],
])('leaves the page where it is after the failure of %s', async (_, meta) => {
  const observer = show(meta);
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
  expect(onFailure).not.toHaveBeenCalled();
});

it('leaves the page where it is when it could not be read again', async () => {
  client.setQueryData(['read'], 'as it was');
  const observer = show(failsPage);
  await client.invalidateQueries();
  expect(observer.getCurrentResult()).toMatchObject({ isError: true, data: 'as it was' });
  expect(onFailure).not.toHaveBeenCalled();
});

it('tells nobody of what was read ahead of time', async () => {
  await client.prefetchQuery({ queryKey: ['read'], queryFn: fail, meta: failsPage });
  expect(onFailure).not.toHaveBeenCalled();
});
