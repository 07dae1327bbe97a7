package app

import (
	"context"
	"errors"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// notificationMailLife is how long news are worth a mail.
const notificationMailLife = 3 * 24 * time.Hour

// longestMailWait is more than the time from one weekly mail to the next.
const longestMailWait = 9 * 24 * time.Hour

// MailItem is a notification in a mail. Link is empty if there is nothing to open.
type MailItem = struct{ Title, Details, Link string }

// mailOf is the mail of a new notification: of its own, the next one, or none.
func mailOf(s tracker.NotificationSettings, id string) *string {
	next := ""
	switch s.Email {
	case tracker.MailEach:
		return &id
	case tracker.MailDaily, tracker.MailWeekly:
		return &next
	}
	return nil
}

// mailEach queues the mails of notifications that are mailed at once, except those that were
// raised before.
func (m *mutation) mailEach(ctx context.Context, changeSeq int64, rows []store.NewNotification) error {
	items := map[string]bool{}
	for _, n := range rows {
		if n.MailID != nil && *n.MailID == n.ID {
			items[*n.ItemID] = true
		}
	}
	for item := range items {
		mails, err := m.OwnMails(ctx, item, changeSeq)
		if err != nil {
			return err
		}
		for _, mail := range mails {
			if err := m.a.queue.EnqueueMail(ctx, m.tx, MailJob{Kind: MailNotifications, Email: mail.Email, MailID: mail.MailID}); err != nil {
				return err
			}
		}
	}
	return nil
}

// setMailing prepares a person's mails for new settings. What waits for a mail is mailed with
// the next one; who wants no mails, or each at once, gets none for it.
func setMailing(ctx context.Context, tx *store.Tx, userID string, s tracker.NotificationSettings, now time.Time) error {
	next := s.NextMail(now)
	if next == nil {
		if err := tx.DropWaitingMail(ctx, userID); err != nil {
			return err
		}
	}
	return tx.SetNextMail(ctx, userID, next)
}

// mailNotifications queues the daily and weekly mails that are due. It asks who is due, so
// a downtime only delays a mail. Of several replicas one queues it.
func (a *App) mailNotifications(ctx context.Context) (failed error) {
	for last := (store.MailDue{}); ; {
		batch, err := a.store.MailsDue(ctx, a.time(), a.time().Add(longestMailWait), last, scanBatch)
		if err != nil {
			return errors.Join(failed, err)
		}
		for _, last = range batch {
			err := a.store.Write(ctx, func(tx *store.Tx) error { return a.mailDue(ctx, tx, last) })
			if failed = errors.Join(failed, err); databaseFails(err) || ctx.Err() != nil {
				return failed
			}
		}
		if len(batch) < scanBatch {
			return failed
		}
	}
}

// mailDue puts a person's new notifications into a mail, if there are any, and queues it.
func (a *App) mailDue(ctx context.Context, tx *store.Tx, due store.MailDue) error {
	isDue, err := tx.IsMailDue(ctx, due)
	if err != nil || !isDue { // another replica was faster
		return err
	}
	settings, err := tx.NotificationSettings(ctx, due.UserID)
	if err != nil {
		return err
	}
	now := a.time()
	if due.IsFor(now) {
		id := newID()
		found, err := tx.PutIntoMail(ctx, due.UserID, id)
		if err == nil && found > 0 {
			err = a.queue.EnqueueMail(ctx, tx, MailJob{Kind: MailNotifications, Email: due.Email, MailID: id})
		}
		if err != nil {
			return err
		}
	}
	return tx.SetNextMail(ctx, due.UserID, settings.NextMail(now))
}

// sendNotifications mails what the recipient may still see. Nothing is no mail.
func (a *App) sendNotifications(ctx context.Context, job MailJob, user tracker.User) error {
	list, total, err := a.store.NotificationsOfMail(ctx, Caller{User: user}.visible(), job.MailID)
	if err != nil || total == 0 {
		return err
	}
	items := make([]MailItem, len(list))
	for i, n := range list {
		items[i] = MailItem{Title: n.Title, Details: n.Details}
		if n.ItemID != nil {
			items[i].Link = a.subscriptionLink(*n.ItemParentID, *n.ItemID)
		}
	}
	return a.mailer.Notify(ctx, user.Email, user.DisplayName, job.MailID, items, total-len(items), a.publicURL+"btracker/app/notifications")
}
