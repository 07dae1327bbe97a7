import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff, Check, CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { translate } from '@/api/serverTexts';
import { bulkActions } from '@/bulk/actions';
import { paths } from '@/paths';
import { pathOfHolder } from '@/records';
import { useAccount } from '@/session/useAccount';
import { useActionWithToast } from '@/shared/forms/useAction';
import type { FirstReads } from '@/shared/loading/firstReads';
import { lazyPart } from '@/shared/loading/lazyPart';
import { useNavigateAfterSave } from '@/shared/navigation/navigation';
import { pageOf, useUrlParams } from '@/shared/navigation/useUrlParams';
import { recordMessages } from '@/shared/recordMessages';
import { type Column, Table } from '@/shared/table/Table';
import { Button } from '@/shared/ui/buttons/Button';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { Chips } from '@/shared/ui/inputs/Chips';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { Pagination } from '@/shared/ui/page/Pagination';
import { Toolbar } from '@/shared/ui/page/Toolbar';
import { Card } from '@/shared/ui/records/Card';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { SkeletonLines } from '@/shared/ui/states/Skeleton';
import { InstantText } from '@/shared/ui/text/RelativeTime';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
import { messages } from './messages';
import styles from './NotificationTable.module.css';
import { type Notification, newNotificationCountQuery, notificationsQuery } from './queries';
import { SnoozeMenu } from './snooze';

/** Asks for a day. With the parts of forms, which the list does without. */
const SnoozeDialog = lazyPart(() => import('./SnoozeDialog'));

const RenewTold = lazyPart(() => import('./RenewTold'), { isLater: true, failed: null });

const filters = [
  { value: 'all', label: recordMessages.all },
  { value: 'unread', label: messages.unreadOnly },
] as const;

export function NotificationsPage() {
  return (
    <>
      <PageHeader title={messages.notifications} actions={<MarkAllViewed />} />
      <NotificationTable />
    </>
  );
}

NotificationsPage.firstReads = ((read, { search }) =>
  read(notificationsQuery(pageOf(search), isUnreadOnly(search)))) satisfies FirstReads;

/** Offered while there is something new. */
function MarkAllViewed() {
  const client = useQueryClient();
  const { data: count } = useQuery(newNotificationCountQuery);
  const { status, run } = useActionWithToast(async () => {
    await api.put('/notification/viewedAll');
    await invalidate(client, 'notification', '');
  });
  if (!count) return null;
  return (
    <Button icon={<CheckCheck aria-hidden />} busy={status === 'in progress'} onClick={() => void run()}>
      {messages.markAllViewed}
    </Button>
  );
}

function isUnreadOnly(params: URLSearchParams): boolean {
  return params.get('unread') === 'true';
}

export function NotificationTable() {
  const { params, page, change, hrefOfPage } = useUrlParams();
  const unreadOnly = isUnreadOnly(params);
  const result = useQuery(notificationsQuery(page, unreadOnly));
  const { data, isError, isPlaceholderData } = result;
  const open = useOpenNotification();
  const [snoozing, setSnoozing] = useState<Notification>();

  return (
    <>
      <Toolbar>
        <Chips
          label={recordMessages.show}
          options={filters}
          value={unreadOnly ? 'unread' : 'all'}
          onChange={(shown) => change({ unread: shown === 'unread' ? 'true' : undefined })}
        />
      </Toolbar>
      {isError && !data ? (
        <FailedQuery query={result} message={messages.notLoaded} />
      ) : !data ? (
        <Card>
          <SkeletonLines widths={[55, 70, 62, 48, 66, 58]} height="1rem" className={styles.loading} />
        </Card>
      ) : !isPlaceholderData && page > 1 && data.data.length === 0 ? (
        // The address may name any page, and what was viewed leaves the unread ones.
        <Navigate to={hrefOfPage(Math.max(1, data.pagination.totalPages))} replace />
      ) : data.data.length === 0 ? (
        <EmptyState
          icon={<BellOff />}
          title={unreadOnly ? messages.allViewed : messages.none}
          text={messages.noneText}
        />
      ) : (
        <>
          <Card className={styles.card}>
            <Table
              caption={messages.notifications}
              columns={columns(open, setSnoozing)}
              rows={data.data}
              keyOf={({ id }) => id}
              isMarked={({ isViewed }) => !isViewed}
              onRowClick={open}
              isClickable={(notification) => !isOver(notification)}
            />
          </Card>
          <Pagination {...data.pagination} hrefOf={hrefOfPage} />
        </>
      )}
      {snoozing && <SnoozeDialog notification={snoozing} onClose={() => setSnoozing(undefined)} />}
    </>
  );
}

type OnNotification = (notification: Notification) => void;

function columns(open: OnNotification, onOtherDay: OnNotification): Column<Notification>[] {
  return [
    { header: messages.date, narrow: true, lead: true, cell: ({ createdAt }) => <InstantText at={createdAt} /> },
    {
      header: messages.title,
      narrow: true,
      lead: true,
      cell: (notification) =>
        isOver(notification) ? (
          <span className={styles.over}>{translate(notification.title, notification.titleText)}</span>
        ) : (
          <button type="button" className={styles.title} onClick={() => open(notification)}>
            {!notification.isViewed && (
              <>
                <span className={styles.dot} aria-hidden />
                <VisuallyHidden>{messages.isNew}</VisuallyHidden>
              </>
            )}
            {translate(notification.title, notification.titleText)}
          </button>
        ),
    },
    {
      header: messages.description,
      lead: true,
      cell: (notification) => (
        <div className={styles.description}>
          <span className={styles.details} dir="auto">
            {translate(notification.details, notification.detailsText)}
            {isAboutNothing(notification) && <span className={styles.removed}>{messages.subscriptionRemoved}</span>}
          </span>
          {!isOver(notification) && (
            <span className={styles.actions}>
              <Renew notification={notification} />
              {!notification.isViewed && <MarkViewed notification={notification} />}
              <SnoozeMenu notification={notification} onOtherDay={onOtherDay} />
            </span>
          )}
        </div>
      ),
    },
  ];
}

/** Without opening what it is about. */
function MarkViewed({ notification: { id } }: { notification: Notification }) {
  const client = useQueryClient();
  const { run } = useActionWithToast(async () => {
    await api.put('/notification', { body: { notificationId: id } });
    await invalidate(client, 'notification', id);
  });
  return <IconButton label={messages.markViewed} icon={<Check />} onClick={() => void run()} />;
}

/** Renews what it tells the end of, as a row of Today does. */
function Renew({ notification: { itemId, titleText } }: { notification: Notification }) {
  const mayDo = bulkActions('projectSubscription', useAccount());
  const isOfEnd = titleText?.key === 'notification.ended.title' || titleText?.key === 'notification.endsSoon.title';
  if (itemId === null || !isOfEnd || !mayDo.some(({ action }) => action === 'renew')) return null;
  return (
    <span className={styles.renew}>
      <RenewTold id={itemId} />
    </span>
  );
}

/** The subscription is gone. */
function isAboutNothing({ itemId, webhookId, channelId, note }: Notification): boolean {
  return itemId === null && webhookId === null && !channelId && !note;
}

/** There is nothing left to do or to open. */
function isOver(notification: Notification): boolean {
  return notification.isViewed && isAboutNothing(notification);
}

/** Marks a notification viewed and leads to what it is about, if that is still there. */
function useOpenNotification(): OnNotification {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const { run } = useActionWithToast(async (notification: Notification) => {
    const { id, isViewed, itemId, itemParentId, webhookId, channelId, note } = notification;
    if (!isViewed) {
      await api.put('/notification', { body: { notificationId: id } });
      void invalidate(client, 'notification', id);
    }
    if (itemId !== null && itemParentId !== null)
      await navigateAfterSave(paths.projects.subscription(itemParentId, itemId));
    const page = note && pathOfHolder(note);
    if (page) await navigateAfterSave(page);
    if (channelId) await navigateAfterSave(`${paths.app.channels()}?channel=${channelId}`);
    if (webhookId !== null) await navigateAfterSave(`${paths.app.webhooks()}?webhook=${webhookId}`);
  });
  return (notification) => void run(notification);
}
