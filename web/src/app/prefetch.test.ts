import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { connectApi } from '@/api/client';
import { listOf, serve } from '@/testServer';
import { prefetchNextScreens } from './prefetch';

it('loads all that the app has ready after a sign-in, whatever page it led to', async () => {
  const calls = serve({
    'GET /field': [],
    'GET /dashboard/statistics': {},
    'GET /notification': {},
    'GET /company': () => listOf([]),
    'GET /product/categories': () => listOf([]),
    'GET /product': () => listOf([]),
    'GET /subscription/categories': () => listOf([]),
    'GET /subscription': () => listOf([]),
  });
  await prefetchNextScreens(new QueryClient(), () => false);
  expect(calls.map(({ request }) => request)).toEqual([
    'GET /field',
    'GET /dashboard/statistics',
    'GET /notification',
    'GET /company',
    'GET /product/categories',
    'GET /product',
    'GET /subscription/categories',
    'GET /subscription',
  ]);
});

it('tells nobody of what could not be loaded, and goes on', async () => {
  const onFailure = vi.fn();
  connectApi({ token: () => null, onFailure });
  const calls = serve({ 'GET /product/categories': Response.json({}, { status: 500 }) });
  await prefetchNextScreens(new QueryClient({ defaultOptions: { queries: { retry: false } } }), () => false);
  expect(calls).toHaveLength(8);
  expect(onFailure).not.toHaveBeenCalled();
});
