package store

import (
	"context"
	"time"

	"btracker/internal/tracker"
)

// SetNextMail stores when a user's next daily or weekly mail is due.
func (tx *Tx) SetNextMail(ctx context.Context, userID string, at *time.Time) error {
	_, err := tx.run(ctx, `UPDATE notification_setting SET next_mail_at = $2 WHERE user_id = $1`, userID, millisOrNil(at))
	return err
}

// MailDue is a user whose next mail is due.
type MailDue struct {
	UserID, Email string
	MailID        string // of OwnMails
	at            int64
}

// IsFor reports whether the mail is due at now, and not only set by a clock that was wrong.
func (m MailDue) IsFor(now time.Time) bool { return m.at <= millis(now) }

// At is when the mail is due.
func (m MailDue) At() time.Time { return instant(m.at) }

// MailsOf are the mails that people get regularly: of new notifications, or of reports. It names the table of their settings.
type MailsOf string

const (
	MailsOfNotifications MailsOf = "notification_setting"
	MailsOfReports       MailsOf = "report_setting"
)

// MailsDue lists some users whose next mail is due at now, or later than latest, which only
// a clock that was wrong can have set. after is the last one of the previous call.
func (q Queries) MailsDue(ctx context.Context, of MailsOf, now, latest time.Time, after MailDue, limit int) ([]MailDue, error) {
	return many(ctx, q, func(r rows) (m MailDue, err error) { return m, r.Scan(&m.UserID, &m.Email, &m.at) },
		`SELECT n.user_id, u.email, n.next_mail_at FROM `+string(of)+` n JOIN users u ON u.id = n.user_id
		WHERE n.next_mail_at IS NOT NULL AND (n.next_mail_at <= $1 OR n.next_mail_at > $2) AND (n.next_mail_at, n.user_id) > ($3, $4)
		ORDER BY n.next_mail_at, n.user_id LIMIT $5`, millis(now), millis(latest), after.at, after.UserID, limit)
}

// IsMailDue reports whether a user's next mail is still due.
func (q Queries) IsMailDue(ctx context.Context, of MailsOf, m MailDue) (bool, error) {
	return one(ctx, q, scanOne[bool], `SELECT EXISTS (SELECT 1 FROM `+string(of)+` WHERE user_id = $1 AND next_mail_at = $2)`, m.UserID, m.at)
}

// PutIntoMail puts the new notifications that wait for a user's mail into one, and says how
// many there are. Those that were viewed meanwhile are in none.
func (tx *Tx) PutIntoMail(ctx context.Context, userID, mailID string) (int64, error) {
	if err := tx.dropWaiting(ctx, userID, " AND viewed_at IS NOT NULL AND snoozed_until IS NULL"); err != nil {
		return 0, err
	}
	return tx.run(ctx, `UPDATE notification SET mail_id = $2 WHERE mail_id = '' AND recipient_id = $1 AND snoozed_until IS NULL`, userID, mailID)
}

// DropWaitingMail has the notifications that wait for a user's mail be in none.
func (tx *Tx) DropWaitingMail(ctx context.Context, userID string) error {
	return tx.dropWaiting(ctx, userID, "")
}

func (tx *Tx) dropWaiting(ctx context.Context, userID, condition string) error {
	_, err := tx.run(ctx, `UPDATE notification SET mail_id = NULL WHERE mail_id = '' AND recipient_id = $1`+condition, userID)
	return err
}

// OwnMails lists the notifications that a change raised and that are mails of their own, with
// the address of the recipient.
func (q Queries) OwnMails(ctx context.Context, itemID string, changeSeq int64) ([]MailDue, error) {
	return many(ctx, q, func(r rows) (m MailDue, err error) { return m, r.Scan(&m.MailID, &m.Email) },
		`SELECT n.mail_id, u.email FROM notification n JOIN users u ON u.id = n.recipient_id
		WHERE n.item_id = $1 AND n.change_seq = $2 AND n.mail_id = n.id ORDER BY n.id`, itemID, changeSeq)
}

// NotificationsOfMail lists the first notifications of a mail that its recipient may see,
// and counts all.
func (q Queries) NotificationsOfMail(ctx context.Context, v Visible, mailID string) ([]tracker.Notification, int, error) {
	f := notificationFilter(v)
	f.and("notification.mail_id = " + f.arg(mailID))
	total, err := one(ctx, q, scanOne[int], "SELECT count(*) FROM notification"+f.where(), f.args...)
	if err != nil {
		return nil, 0, err
	}
	list, err := many(ctx, q, scanNotification, notificationList.selects+f.where()+mailOrder+f.arg(tracker.MaxMailItems), f.args...)
	return list, total, err
}

// mailOrder has the eldest notification first. The sum keeps the planner from walking all notifications of the
// recipient in their order, instead of the few of the mail.
const mailOrder = " ORDER BY notification.created_at + 0, notification.id LIMIT "
