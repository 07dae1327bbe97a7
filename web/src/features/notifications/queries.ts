import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { failsInPlace, failsPage } from '@/shared/readFailure';

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
