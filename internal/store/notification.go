package store

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"btracker/internal/tracker"
)

func scanNotification(r rows) (n tracker.Notification, err error) {
	var created int64
	var viewed *int64
	var text *string
	var note notificationNote
	if err = r.Scan(append([]any{&n.ID, &n.Title, &n.Details, &text, &n.ItemID, &n.ItemParentID, &n.WebhookID, &n.ChannelID, &created, &viewed}, note.into()...)...); err != nil {
		return n, err
	}
	n.CreatedAt, n.ViewedAt, n.IsViewed = instant(created), instantOrNil(viewed), viewed != nil
	n.TitleText = tracker.TextOf(n.Title)
	n.DetailsText, err = readText(text)
	note.addTo(&n)
	return n, err
}

// notificationNote is the note that a notification is about, if it is about one.
type notificationNote struct{ id, entity, entityID, projectID, record, author, text *string }

func (n *notificationNote) into() []any {
	return []any{&n.id, &n.entity, &n.entityID, &n.projectID, &n.record, &n.author, &n.text}
}

// addTo writes the words of a mention, of which nothing is stored but that it is one.
func (n *notificationNote) addTo(to *tracker.Notification) {
	if n.id == nil || n.record == nil {
		return
	}
	author := ""
	if n.author != nil {
		author = *n.author
	}
	to.Note = &tracker.NotePlace{ID: *n.id, Entity: *n.entity, EntityID: *n.entityID, ProjectID: n.projectID}
	to.TitleText, to.DetailsText = tracker.MentionWords(author, *n.record, *n.text)
	to.Title, to.Details = to.TitleText.String(), to.DetailsText.String()
}

// notificationNotes joins the notes and their authors, for notificationNoteColumns.
const notificationNotes = ` LEFT JOIN note ON note.id = notification.item_id AND notification.kind = 'mention' LEFT JOIN users author ON author.id = note.author_id`

var notificationNoteColumns = "note.id, note.entity, note.entity_id, note.project_id, " + holderName + ", author.display_name, note.text"

var notificationList = list[tracker.Notification]{
	listOrder: listOrder{table: "notification", sorts: map[string]string{"createdAt": "created_at"}, fallback: "createdAt", tie: "id"},
	selects: `
		SELECT
			notification.id,
			notification.title,
			notification.details,
			notification.details_text,
			` + itemOf("notification") + `,
			notification.created_at,
			notification.viewed_at,
			` + notificationNoteColumns + `
		FROM notification` + notificationNotes,
	scan: scanNotification,
}

// itemOf selects the subscription that a notification is about, its project, the webhook and the channel. The
// first two are NULL while the subscription is removed, and where it is about a webhook or channel.
func itemOf(notification string) string {
	attached := "EXISTS (SELECT 1 FROM project_subscription s WHERE s.id = " + notification + ".item_id AND s.deleted_at IS NULL)"
	return "CASE WHEN " + attached + " THEN " + notification + ".item_id END, CASE WHEN " + attached + " THEN " + notification + ".item_parent_id END," +
		" CASE WHEN " + notification + ".item_parent_id IS NULL AND " + notification + ".kind NOT IN ('mention', 'channelOff') THEN " + notification + ".item_id END," +
		" CASE WHEN " + notification + ".kind = 'channelOff' THEN " + notification + ".item_id END"
}

// notificationFilter selects the notifications of a recipient who may still see the
// project: as an administrator, or as a moderator. Those without a project are about webhooks, for administrators, or about notes.
func notificationFilter(v Visible) *filter {
	f := &filter{}
	f.and("notification.recipient_id = " + f.arg(v.UserID))
	project := "SELECT 1 FROM project p WHERE p.id = notification.item_parent_id AND p.deleted_at IS NULL"
	if v.Within.CompanyID != "" {
		project += " AND p.company_id = " + f.arg(v.Within.CompanyID)
	}
	if !v.All && !v.Within.All() {
		project += " AND " + f.moderates("notification.recipient_id", v.Roles)
	}
	sees := "EXISTS (" + project + ")"
	if v.All {
		sees += " OR notification.item_parent_id IS NULL AND notification.kind <> 'mention'"
	}
	f.and("(" + sees + " OR notification.kind = 'mention' AND EXISTS (SELECT 1 FROM note WHERE note.id = notification.item_id AND " + f.seesAttached("note", v) + "))")
	return f
}

// notificationsFilter adds the filters of a list. A search has no index: it looks at
// each notification of the recipient.
func notificationsFilter(d dialect, v Visible, lq tracker.ListQuery, unreadOnly bool) *filter {
	f := notificationFilter(v)
	f.and("notification.snoozed_until IS NULL")
	own := "n.recipient_id = $1"
	if unreadOnly {
		f.and("notification.viewed_at IS NULL")
		own += " AND n.viewed_at IS NULL"
	}
	if f.findUnindexed(d, "notification", "search_text", lq.Search); f.search == nil && v.All {
		// An administrator has many notifications, and few are snoozed or of removed projects.
		f.total = "SELECT (SELECT count(*) FROM notification n WHERE " + own + ") - (SELECT count(*) FROM notification n WHERE n.snoozed_until IS NOT NULL AND " + own + ")" +
			" - (SELECT count(*) FROM project p CROSS JOIN notification n " +
			"WHERE p.deleted_at IS NOT NULL AND n.item_parent_id = p.id AND n.snoozed_until IS NULL AND " + own + ")" +
			" - (SELECT count(*) FROM notification n WHERE n.kind = 'mention' AND n.snoozed_until IS NULL AND " + own +
			" AND NOT EXISTS (SELECT 1 FROM note WHERE note.id = n.item_id AND " + noteIsThere + "))"
	}
	return f
}

// Notifications lists a page of a recipient's notifications.
func (q Queries) Notifications(ctx context.Context, v Visible, lq tracker.ListQuery, unreadOnly bool) ([]tracker.Notification, int, error) {
	return notificationList.page(ctx, q, notificationsFilter(q.dialect, v, lq, unreadOnly), lq)
}

// EachNotification passes on every notification of a list, without pages.
func (q Queries) EachNotification(ctx context.Context, v Visible, lq tracker.ListQuery, unreadOnly bool, use func(tracker.Notification) error) error {
	return notificationList.each(ctx, q, notificationsFilter(q.dialect, v, lq, unreadOnly), lq, use)
}

// Notification reads one of a recipient's notifications.
func (q Queries) Notification(ctx context.Context, v Visible, id string) (tracker.Notification, error) {
	f := notificationFilter(v)
	f.and("notification.id = " + f.arg(id))
	return one(ctx, q, scanNotification, notificationList.selects+f.where(), f.args...)
}

// MarkNotificationViewed sets the viewed mark; the first one stays.
func (tx *Tx) MarkNotificationViewed(ctx context.Context, id string, at time.Time) error {
	_, err := tx.run(ctx, `UPDATE notification SET viewed_at = $2 WHERE id = $1 AND viewed_at IS NULL`, id, millis(at))
	return err
}

// MarkAllViewed marks the notifications that a recipient would find in the list of new ones.
func (tx *Tx) MarkAllViewed(ctx context.Context, v Visible, at time.Time) error {
	f := notificationsFilter(tx.dialect, v, tracker.ListQuery{}, true)
	_, err := tx.run(ctx, `UPDATE notification SET viewed_at = `+f.arg(millis(at))+f.where(), f.args...)
	return err
}

// SnoozeNotification hides a notification until an instant.
func (tx *Tx) SnoozeNotification(ctx context.Context, id string, until time.Time) error {
	_, err := tx.run(ctx, `UPDATE notification SET snoozed_until = $2 WHERE id = $1`, id, millis(until))
	return err
}

// SnoozedUntil lists some notifications whose time has come back, after the last one of the
// previous call.
func (q Queries) SnoozedUntil(ctx context.Context, now time.Time, last DueSubscription, limit int) ([]DueSubscription, error) {
	return many(ctx, q, func(r rows) (s DueSubscription, err error) { return s, r.Scan(&s.ID, &s.at) },
		`SELECT id, snoozed_until FROM notification WHERE snoozed_until <= $1 AND (snoozed_until, id) > ($2, $3) ORDER BY snoozed_until, id LIMIT $4`,
		millis(now), last.at, last.ID, limit)
}

// IsSnoozed reports whether a notification is hidden, and its time has come back.
func (q Queries) IsSnoozed(ctx context.Context, id string, now time.Time) (bool, error) {
	return one(ctx, q, scanOne[bool], `SELECT EXISTS (SELECT 1 FROM notification WHERE id = $1 AND snoozed_until <= $2)`, id, millis(now))
}

// WakeNotification brings a snoozed notification back as new.
func (tx *Tx) WakeNotification(ctx context.Context, id string, now time.Time) error {
	_, err := tx.run(ctx, `UPDATE notification SET snoozed_until = NULL, viewed_at = NULL, created_at = $2 WHERE id = $1`, id, millis(now))
	return err
}

// NewNotification is a notification to be raised.
type NewNotification struct {
	tracker.Notification
	RecipientID string
	Kind        string
	Threshold   time.Time
	MailID      *string // its mail; empty if it waits for the next one, nil for none
}

// About is the id of what the notification is about.
func (n NewNotification) About() *string {
	if n.Note != nil {
		return &n.Note.ID
	}
	return cmp.Or(n.ItemID, n.WebhookID, n.ChannelID)
}

// InsertNotifications raises notifications, except those that have been raised already, and says how many it raised. They name
// the change that caused them. It is one statement, however many there are.
func (tx *Tx) InsertNotifications(ctx context.Context, changeSeq int64, notifications []NewNotification) (raised int64, err error) {
	list := make([][]any, len(notifications))
	for i, n := range notifications {
		list[i] = []any{n.ID, n.RecipientID, n.Kind, millis(n.Threshold), n.Title, n.Details, n.About(), n.ItemParentID, millis(n.CreatedAt),
			searchText(&n.Title, &n.Details), n.MailID, textColumn(n.DetailsText)}
	}
	rows, err := json.Marshal(list)
	if err != nil {
		return 0, err
	}
	// WHERE TRUE: SQLite would take ON for the beginning of a join's condition.
	return tx.run(ctx, `
		INSERT INTO notification (change_seq, id, recipient_id, kind, threshold, title, details, item_id, item_parent_id, created_at, search_text, mail_id, details_text)
		SELECT CAST($1 AS BIGINT), n.value ->> 0, n.value ->> 1, n.value ->> 2, CAST(n.value ->> 3 AS BIGINT), n.value ->> 4, n.value ->> 5,
			n.value ->> 6, n.value ->> 7, CAST(n.value ->> 8 AS BIGINT), n.value ->> 9, n.value ->> 10, n.value ->> 11
		FROM `+tx.dialect.lists("$2")+` n WHERE TRUE
		ON CONFLICT (item_id, kind, threshold, recipient_id) DO NOTHING`, changeSeq, string(rows))
}

// moderates is the condition that a user has one of some roles on the project p or its company.
func (f *filter) moderates(userID string, roles []tracker.Role) string {
	link := "m.user_id = " + userID + " AND " + f.in("m.role", roles)
	return `(EXISTS (SELECT 1 FROM company_moderator m WHERE m.company_id = p.company_id AND ` + link + `)
			OR EXISTS (SELECT 1 FROM project_moderator m WHERE m.project_id = p.id AND ` + link + `))`
}

// Recipient is a person who may be notified.
type Recipient struct {
	ID, Email string
	Settings  tracker.NotificationSettings
}

// Recipients lists who is notified about the subscriptions of a project: enabled
// administrators, and enabled users with one of some roles on the project or its company. The list of ids may have one twice: for a
// UNION, SQLite would read all users in the order of their ids.
func (q Queries) Recipients(ctx context.Context, p tracker.Project, roles []tracker.Role) ([]Recipient, error) {
	f := &filter{}
	in := f.in("m.role", roles)
	return many(ctx, q, func(r rows) (to Recipient, err error) {
		var row settingsRow
		if err = r.Scan(append([]any{&to.ID, &to.Email}, row.into()...)...); err == nil {
			to.Settings, err = row.settings()
		}
		return to, err
	}, `SELECT u.id, u.email,`+notificationSettingColumns+`
		FROM users u LEFT JOIN notification_setting n ON n.user_id = u.id
		WHERE u.disabled_at IS NULL AND u.id IN (
			SELECT id FROM users WHERE is_admin
			UNION ALL SELECT m.user_id FROM company_moderator m WHERE m.company_id = `+f.arg(p.CompanyID)+` AND `+in+`
			UNION ALL SELECT m.user_id FROM project_moderator m WHERE m.project_id = `+f.arg(p.ID)+` AND `+in+`)`, f.args...)
}
