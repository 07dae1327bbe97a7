import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import {
  markViewed,
  type Notification,
  newNotificationCountQuery,
  notificationsQuery,
  receiveNotification,
} from './queries';

const notification = (id: string): Notification => ({
  id,
  title: 'Subscription ends soon',
  details: '',
  createdAt: '2026-11-14T10:00:00Z',
  isViewed: false,
  viewedAt: null,
  itemId: 's1',
  itemParentId: 'p1',
  webhookId: null,
});

const second = notificationsQuery(2, false).queryKey;
const first = notificationsQuery(1, false).queryKey;

function listOf25() {
  const client = new QueryClient();
  const data = Array.from({ length: 25 }, (_, index) => notification(`n${index}`));
  const pagination = { totalItems: 50, totalPages: 2, currentPage: 1, itemsPerPage: 25 };
  client.setQueryData(first, { data, pagination });
  client.setQueryData(second, { data: [notification('old')], pagination });
  client.setQueryData(newNotificationCountQuery.queryKey, 3);
  return client;
}

it('puts a new one at the top of the first page and raises the total', () => {
  const client = listOf25();
  receiveNotification(client, notification('fresh'));
  const page = client.getQueryData(first);
  expect(page?.data.map(({ id }) => id)).toEqual(['fresh', ...Array.from({ length: 24 }, (_, index) => `n${index}`)]);
  expect(page?.pagination).toMatchObject({ totalItems: 51, totalPages: 3 });
  expect(client.getQueryData(newNotificationCountQuery.queryKey)).toBe(4);
  expect(client.getQueryData(second)?.data[0]?.id).toBe('old');
});

it('lists one that is told twice once', () => {
  const client = listOf25();
  receiveNotification(client, notification('n7'));
  expect(client.getQueryData(first)?.data.filter(({ id }) => id === 'n7')).toHaveLength(1);
});

it('marks a viewed one on every page', () => {
  const client = listOf25();
  markViewed(client, 'old');
  expect(client.getQueryData(second)?.data[0]).toMatchObject({ isViewed: true, viewedAt: expect.any(String) });
  expect(client.getQueryData(first)?.data.some(({ isViewed }) => isViewed)).toBe(false);
});
