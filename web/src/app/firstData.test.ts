import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { listOf, serve } from '@/testServer';
import { loadFirstData } from './firstData';

it('loads all that the app has ready after a sign-in, whatever page it led to', async () => {
  const calls = serve({
    'GET /dashboard/statistics': {},
    'GET /notification': {},
    'GET /company': () => listOf([]),
    'GET /product/categories': () => listOf([]),
    'GET /product': () => listOf([]),
    'GET /subscription/categories': () => listOf([]),
    'GET /subscription': () => listOf([]),
  });
  await loadFirstData(new QueryClient(), () => false);
  expect(calls.map(({ request }) => request)).toEqual([
    'GET /dashboard/statistics',
    'GET /notification',
    'GET /company',
    'GET /product/categories',
    'GET /product',
    'GET /subscription/categories',
    'GET /subscription',
  ]);
});
