import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';

export type NotificationPage = AnswerOf<'/notification', 'get'>;
export type Notification = NotificationPage['data'][number];

export const notificationPageSize = 25;

export const notificationKeys = { all: ['notifications'] as const };

export function notificationsQuery(page: number, unreadOnly: boolean) {
  return queryOptions({
    queryKey: [...notificationKeys.all, 'page', { page, unreadOnly }],
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
  queryKey: [...notificationKeys.all, 'new'],
  queryFn: async ({ signal }) => {
    const query = { PageNumber: 1, PageSize: 1, UnreadOnly: true };
    return (await api.get('/notification', { query, signal })).pagination.totalItems;
  },
});
