package store

import (
	"context"
	"encoding/json"
	"time"

	"btracker/internal/tracker"
)

// A notification is listed only while its recipient may still see the project:
// administrators see all, others those they moderate.
const notificationVisible = `
	FROM notification n
	JOIN project p ON p.id = n.item_parent_id AND p.deleted_at IS NULL
	WHERE n.recipient_id = $1
	AND ($2 OR EXISTS (SELECT 1 FROM company_moderator m WHERE m.user_id = n.recipient_id AND m.company_id = p.company_id)
		OR EXISTS (SELECT 1 FROM project_moderator m WHERE m.user_id = n.recipient_id AND m.project_id = p.id))`

func scanNotification(r rows) (n tracker.Notification, err error) {
	var created int64
	var viewed *int64
	err = r.Scan(&n.ID, &n.Title, &n.Details, &n.ItemID, &n.ItemParentID, &created, &viewed)
	n.CreatedAt, n.ViewedAt, n.IsViewed = instant(created), instantOrNil(viewed), viewed != nil
	return n, err
}

const notificationColumns = `SELECT n.id, n.title, n.details, n.item_id, n.item_parent_id, n.created_at, n.viewed_at`

const newestFirst = " ORDER BY n.created_at DESC, n.id DESC"

func notificationsFrom(unreadOnly bool) string {
	if unreadOnly {
		return notificationVisible + " AND n.viewed_at IS NULL"
	}
	return notificationVisible
}

// Notifications lists a page of a recipient's notifications, newest first.
func (q Queries) Notifications(ctx context.Context, v Visible, lq tracker.ListQuery, unreadOnly bool) ([]tracker.Notification, int, error) {
	from := notificationsFrom(unreadOnly)
	total, err := one(ctx, q, scanOne[int], "SELECT count(*)"+from, v.UserID, v.All)
	if err != nil || total == 0 {
		return []tracker.Notification{}, 0, err
	}
	list, err := many(ctx, q, scanNotification, notificationColumns+from+newestFirst+" LIMIT $3 OFFSET $4",
		v.UserID, v.All, lq.PageSize, lq.Offset())
	return list, total, err
}

// EachNotification streams every notification a list would show, without its page.
func (q Queries) EachNotification(ctx context.Context, v Visible, unreadOnly bool, use func(tracker.Notification) error) error {
	return each(ctx, q, func(r rows) error {
		n, err := scanNotification(r)
		if err != nil {
			return err
		}
		return use(n)
	}, notificationColumns+notificationsFrom(unreadOnly)+newestFirst, v.UserID, v.All)
}

// Notification reads one of a recipient's notifications.
func (q Queries) Notification(ctx context.Context, v Visible, id string) (tracker.Notification, error) {
	return one(ctx, q, scanNotification, notificationColumns+notificationVisible+" AND n.id = $3", v.UserID, v.All, id)
}

// MarkNotificationViewed sets the viewed mark; the first one stays.
func (tx *Tx) MarkNotificationViewed(ctx context.Context, id string, at time.Time) error {
	_, err := tx.run(ctx, `UPDATE notification SET viewed_at = $2 WHERE id = $1 AND viewed_at IS NULL`, id, millis(at))
	return err
}

// NewNotification is a notification to be raised.
type NewNotification struct {
	tracker.Notification
	RecipientID string
	Kind        string
	Threshold   time.Time
}

// InsertNotifications raises notifications, but none that has been raised
// already, and says how many it raised. They name the change that gave the
// cause. It is one statement, however many there are.
func (tx *Tx) InsertNotifications(ctx context.Context, changeSeq int64, notifications []NewNotification) (raised int64, err error) {
	list := make([][]any, len(notifications))
	for i, n := range notifications {
		list[i] = []any{n.ID, n.RecipientID, n.Kind, millis(n.Threshold), n.Title, n.Details, n.ItemID, n.ItemParentID, millis(n.CreatedAt)}
	}
	rows, err := json.Marshal(list)
	if err != nil {
		return 0, err
	}
	// WHERE TRUE: SQLite would take ON for the beginning of a join's condition.
	return tx.run(ctx, `
		INSERT INTO notification (change_seq, id, recipient_id, kind, threshold, title, details, item_id, item_parent_id, created_at)
		SELECT CAST($1 AS BIGINT), n.value ->> 0, n.value ->> 1, n.value ->> 2, CAST(n.value ->> 3 AS BIGINT), n.value ->> 4, n.value ->> 5,
			n.value ->> 6, n.value ->> 7, CAST(n.value ->> 8 AS BIGINT)
		FROM `+tx.dialect.lists("$2")+` n WHERE TRUE
		ON CONFLICT (item_id, kind, threshold, recipient_id) DO NOTHING`, changeSeq, string(rows))
}

// SubscriptionRecipients lists who is told about a project's subscriptions:
// enabled administrators, and Owners, Managers and Support of the project or
// its company.
func (q Queries) SubscriptionRecipients(ctx context.Context, projectID string) ([]string, error) {
	return many(ctx, q, scanOne[string], `
		SELECT id FROM users WHERE is_admin AND disabled_at IS NULL
		UNION
		SELECT u.id FROM project p JOIN company_moderator m ON m.company_id = p.company_id AND m.role IN ($2, $3, $4)
			JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL WHERE p.id = $1
		UNION
		SELECT u.id FROM project_moderator m JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
			WHERE m.project_id = $1 AND m.role IN ($2, $3, $4)`,
		projectID, tracker.RoleOwner, tracker.RoleManager, tracker.RoleSupport)
}
