package notify

import (
	"context"
	"errors"
	"time"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// longestMailWait is more than the time from one weekly mail to the next.
const longestMailWait = 9 * 24 * time.Hour

// mailNotifications queues the daily and weekly mails that are due. It asks who is due, so
// a downtime only delays a mail. Of several replicas one queues it.
func (n *Notifier) mailNotifications(ctx context.Context) error {
	return n.eachMailDue(ctx, store.MailsOfNotifications, longestMailWait, n.mailDue)
}

// eachMailDue queues the mails of a kind that are due, each in a transaction of its own. A mail is due at most longest from now.
func (n *Notifier) eachMailDue(ctx context.Context, of store.MailsOf, longest time.Duration, queue func(context.Context, *store.Tx, store.MailDue) error) (failed error) {
	for last := (store.MailDue{}); ; {
		batch, err := n.Store.MailsDue(ctx, of, n.Time(), n.Time().Add(longest), last, scanBatch)
		if err != nil {
			return errors.Join(failed, err)
		}
		for _, last = range batch {
			err := n.Store.Write(ctx, func(tx *store.Tx) error {
				isDue, err := tx.IsMailDue(ctx, of, last)
				if err != nil || !isDue { // another replica was faster
					return err
				}
				return queue(ctx, tx, last)
			})
			if failed = errors.Join(failed, err); change.DatabaseFails(err) || ctx.Err() != nil {
				return failed
			}
		}
		if len(batch) < scanBatch {
			return failed
		}
	}
}

// mailDue puts a person's new notifications into a mail, if there are any, and queues it.
func (n *Notifier) mailDue(ctx context.Context, tx *store.Tx, due store.MailDue) error {
	settings, err := tx.NotificationSettings(ctx, due.UserID)
	if err != nil {
		return err
	}
	now := n.Time()
	if due.IsFor(now) {
		id := change.NewID()
		found, err := tx.PutIntoMail(ctx, due.UserID, id)
		if err == nil && found > 0 {
			err = n.Queue.EnqueueMail(ctx, tx, change.MailJob{Kind: change.MailNotifications, Email: due.Email, MailID: id})
		}
		if err != nil {
			return err
		}
	}
	return tx.SetNextMail(ctx, due.UserID, settings.NextMail(now))
}

// SendNotifications mails what the recipient may still see. Nothing is no mail.
func (n *Notifier) SendNotifications(ctx context.Context, job change.MailJob, user tracker.User) error {
	list, total, err := n.Store.NotificationsOfMail(ctx, change.Caller{User: user}.Visible(), job.MailID)
	if err != nil || total == 0 {
		return err
	}
	items := make([]change.MailItem, len(list))
	for i, item := range list {
		items[i].Title, items[i].Details = item.In(user.Language)
		if item.ItemID != nil {
			items[i].Link = n.subscriptionLink(*item.ItemParentID, *item.ItemID)
		}
		if item.Note != nil {
			items[i].Link = n.recordLink(item.Note.Entity, item.Note.EntityID, change.OrEmpty(item.Note.ProjectID))
		}
	}
	return n.mailer.Notify(ctx, change.ReaderOf(user), job.MailID, items, total-len(items), n.PublicURL+"btracker/app/notifications")
}

// recordLink is the address of the page of a record, for mails, chats and calendars.
func (n *Notifier) recordLink(entity, id, projectID string) string {
	return n.PublicURL + "btracker/app/" + tracker.PageOf(entity, id, projectID)
}

// SendWebhookOff mails an administrator that a webhook or channel was switched off.
func (n *Notifier) SendWebhookOff(ctx context.Context, job change.MailJob, user tracker.User) error {
	if !user.IsAdmin { // not any more
		return nil
	}
	title, page := tracker.WebhookOffTitle, "webhooks"
	if job.Kind == change.MailChannel {
		title, page = tracker.ChannelOffTitle, "channels"
	}
	item := change.MailItem{Title: title.In(user.Language), Details: job.Words(user.Language)}
	return n.mailer.Notify(ctx, change.ReaderOf(user), job.MailID, []change.MailItem{item}, 0, n.PublicURL+"btracker/app/"+page)
}
