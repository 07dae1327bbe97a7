import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { failsInPlace, failsPage } from '@/shared/loading/readFailure';

export type NotificationPage = AnswerOf<'/notification', 'get'>;
export type Notification = NotificationPage['data'][number];

const notificationPageSize = 25;

export function notificationsQuery(page: number, unreadOnly: boolean) {
  return queryOptions({
    queryKey: [...queryKeys.notificationPages, { page, unreadOnly }],
    meta: failsPage,
    queryFn: ({ signal }) =>
      api.get('/notification', {
        query: { PageNumber: page, PageSize: notificationPageSize, UnreadOnly: unreadOnly },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** How many there are that the user has not viewed. */
export const newNotificationCountQuery = queryOptions({
  queryKey: [...queryKeys.notifications, 'new'],
  meta: failsInPlace,
  queryFn: async ({ signal }) => {
    const query = { PageNumber: 1, PageSize: 1, UnreadOnly: true };
    return (await api.get('/notification', { query, signal })).pagination.totalItems;
  },
});

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
