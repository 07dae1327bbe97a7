package app

import (
	"context"
	"errors"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// longestMailWait is more than the time from one weekly mail to the next.
const longestMailWait = 9 * 24 * time.Hour

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

// sendWebhookOff mails an administrator that a webhook was switched off.
func (a *App) sendWebhookOff(ctx context.Context, job MailJob, user tracker.User) error {
	if !user.IsAdmin { // not any more
		return nil
	}
	return a.mailer.Notify(ctx, user.Email, user.DisplayName, job.MailID, []MailItem{{Title: "Webhook switched off", Details: job.Text}}, 0, a.publicURL+"btracker/app/webhooks")
}
