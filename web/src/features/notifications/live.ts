import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '@/api/queryKeys';
import { type Notification, type NotificationPage, newNotificationCountQuery } from './queries';

/** A new notification goes to the top of the list at once. The other pages are read again as after any change. */
export function receiveNotification(client: QueryClient, notification: Notification): void {
  client.setQueriesData<NotificationPage>(
    { queryKey: [...queryKeys.notificationPages, { page: 1 }] },
    (page) => page && onTop(page, notification),
  );
  client.setQueryData(newNotificationCountQuery.queryKey, (count) => (count !== undefined ? count + 1 : count));
}

/** Viewed here or in another tab. */
export function markViewed(client: QueryClient, id: string): void {
  const viewed = { isViewed: true, viewedAt: new Date().toISOString() };
  client.setQueriesData<NotificationPage>(
    { queryKey: queryKeys.notificationPages },
    (page) => page && { ...page, data: page.data.map((one) => (one.id === id ? { ...one, ...viewed } : one)) },
  );
}

function onTop(page: NotificationPage, notification: Notification): NotificationPage {
  const { data, pagination } = page;
  if (data.some(({ id }) => id === notification.id)) return page;
  const { itemsPerPage } = pagination;
  const totalItems = pagination.totalItems + 1;
  return {
    data: [notification, ...data].slice(0, itemsPerPage),
    pagination: { ...pagination, totalItems, totalPages: Math.ceil(totalItems / itemsPerPage) },
  };
}
