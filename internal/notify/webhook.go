package notify

import (
	"cmp"
	"context"
	"errors"
	"net/url"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
	"btracker/internal/webhook"
)

// webhookSaved is the action of every change of a webhook. The history does not list it, and the log keeps no content: an
// address may hold a password of its receiver.
const webhookSaved = "saveWebhook"

// Details of security events.
var (
	webhookAdded   = tracker.NewSentence("event.webhookAdded", "webhook to {host} added")
	webhookChanged = tracker.NewSentence("event.webhookChanged", "webhook to {host} changed")
	webhookRemoved = tracker.NewSentence("event.webhookRemoved", "webhook to {host} removed")
)

func webhookPurpose(id string) string { return "webhook " + id }

// Webhooks lists all webhooks, for administrators.
func (n *Notifier) Webhooks(ctx context.Context, c change.Caller, q tracker.ListQuery) (page tracker.Page[tracker.Webhook], err error) {
	if err := c.RequireAdmin(); err != nil {
		return page, err
	}
	list, err := n.Store.Webhooks(ctx)
	return change.PageOf(list, q), err
}

// maySendTo refuses an address that is not to be sent to. Rights come first, and an invalid input before its name is looked up.
func (n *Notifier) maySendTo(ctx context.Context, c change.Caller, invalid error, address string) error {
	if err := cmp.Or(c.RequireAdmin(), invalid); err != nil {
		return err
	}
	return n.webhooks.Check(ctx, address)
}

// CreateWebhook makes a webhook. Its secret is in this answer alone.
func (n *Notifier) CreateWebhook(ctx context.Context, c change.Caller, in tracker.WebhookInput) (saved change.Saved[tracker.NewWebhook], err error) {
	if err := n.maySendTo(ctx, c, in.Check(), in.URL); err != nil {
		return saved, err
	}
	return change.Create(ctx, n.Engine, c, tracker.EntityWebhook, (*change.Mutation).RequireAdmin, nil,
		func(m *change.Mutation, id string) (made tracker.NewWebhook, ch change.Change, err error) {
			there, err := m.Webhooks(ctx)
			if err == nil && len(there) >= tracker.MaxWebhooks {
				err = tracker.ErrTooManyWebhooks
			}
			if err != nil {
				return made, ch, err
			}
			secret := webhook.NewSecret()
			encrypted, err := n.Signer.Encrypt(webhookPurpose(id), secret)
			made = tracker.NewWebhook{Secret: &secret, Webhook: tracker.Webhook{ID: id, URL: in.URL, Events: in.Events.Value, IsEnabled: in.IsEnabled.Empty() || in.IsEnabled.Value,
				Owner: refOf(m.Caller.User), CreatedAt: m.Now, Version: 1}}
			m.Write(func(tx *store.Tx) error { return tx.InsertWebhook(ctx, made.Webhook, m.Caller.User.ID, encrypted) })
			return made, webhookChange(ctx, m, made.Webhook, webhookAdded), err
		}, func(id string) (made tracker.NewWebhook, err error) {
			made.Webhook, err = n.Store.Webhook(ctx, id)
			return made, err
		})
}

// hostOf is the part of an address that holds no password.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

func refOf(u tracker.User) tracker.UserRef {
	return tracker.UserRef{Email: u.Email, DisplayName: u.DisplayName}
}

// webhookChange is the change of a webhook. A security event says where the data goes.
func webhookChange(ctx context.Context, m *change.Mutation, w tracker.Webhook, what tracker.Sentence) change.Change {
	m.Action = webhookSaved
	caller := m.Caller
	m.Write(func(tx *store.Tx) error {
		return change.RecordEvent(ctx, tx, caller, tracker.SecurityEvent{At: m.Now, Kind: tracker.EventKey, Email: caller.User.Email, DetailsText: what.With(hostOf(w.URL))})
	})
	return change.Change{Entity: tracker.EntityWebhook, ID: w.ID}
}

// EditWebhook changes a webhook, and makes the caller its owner.
func (n *Notifier) EditWebhook(ctx context.Context, c change.Caller, in tracker.WebhookEdit) (saved change.Saved[tracker.Webhook], err error) {
	if err := n.maySendTo(ctx, c, in.Check(), in.URL); err != nil {
		return saved, err
	}
	return change.Save(ctx, n.Engine, c, webhookSaved, func(m *change.Mutation) (before tracker.Webhook, ch change.Change, err error) {
		if err := m.RequireAdmin(); err != nil {
			return before, change.Unchanged, err
		}
		if before, err = m.Webhook(ctx, in.ID); err != nil {
			return before, change.Unchanged, err
		}
		if err := m.CheckVersion(ctx, in.Version, before.Version, tracker.EntityWebhook, in.ID, before); err != nil {
			return before, change.Unchanged, err
		}
		after := before
		after.URL, after.Events, after.Owner = in.URL, in.Events.Value, refOf(m.Caller.User)
		if !in.IsEnabled.Empty() {
			after.IsEnabled = in.IsEnabled.Value
		}
		if change.Same(before, after) {
			return before, change.Unchanged, nil
		}
		after.Version++
		after.FailingSince = nil
		if after.IsEnabled {
			after.OffReason, after.OffReasonText = nil, tracker.Text{}
		}
		m.Write(func(tx *store.Tx) error { return tx.UpdateWebhook(ctx, after, m.Caller.User.ID) })
		return after, webhookChange(ctx, m, after, webhookChanged), nil
	})
}

// RemoveWebhook removes a webhook with its deliveries; one that is not there is gone already. It returns the number of
// the change.
func (n *Notifier) RemoveWebhook(ctx context.Context, c change.Caller, id string) (seq int64, err error) {
	return change.Mutate(ctx, n.Engine, c, webhookSaved, func(m *change.Mutation) (change.Change, error) {
		if err := m.RequireAdmin(); err != nil {
			return change.Unchanged, err
		}
		w, err := m.Webhook(ctx, id)
		if errors.Is(err, tracker.ErrNotFound) {
			return change.Unchanged, nil
		}
		if err != nil {
			return change.Unchanged, err
		}
		m.Write(func(tx *store.Tx) error { return tx.DeleteWebhook(ctx, id) })
		return webhookChange(ctx, m, w, webhookRemoved), nil
	})
}

// WebhookDeliveries lists a page of the deliveries of a webhook, the latest change first.
func (n *Notifier) WebhookDeliveries(ctx context.Context, c change.Caller, id string, q tracker.ListQuery) (page tracker.Page[tracker.WebhookDelivery], err error) {
	if err := c.RequireAdmin(); err != nil {
		return page, err
	}
	if _, err := n.Store.Webhook(ctx, id); err != nil {
		return page, err
	}
	list, err := n.Store.WebhookDeliveries(ctx, id, q.PageSize, q.Offset())
	if err != nil {
		return page, err
	}
	total, err := change.BoundedTotal(q, len(list), tracker.MaxCountedDeliveries, func() (int, error) {
		return n.Store.CountWebhookDeliveries(ctx, id, tracker.MaxCountedDeliveries)
	})
	return tracker.NewPage(list, total, q), err
}

// Redeliver sends a delivery again, whatever became of it.
func (n *Notifier) Redeliver(ctx context.Context, c change.Caller, id string) (d tracker.WebhookDelivery, err error) {
	if err := c.RequireAdmin(); err != nil {
		return d, err
	}
	err = n.Write(ctx, c, func(w *change.Work) error {
		if err := w.Caller.RequireAdmin(); err != nil {
			return err
		}
		delivery, err := w.Tx.Delivery(ctx, id)
		if err != nil {
			return err
		}
		hook, err := w.Tx.Webhook(ctx, delivery.WebhookID)
		if err == nil && !hook.IsEnabled {
			err = tracker.ErrWebhookOff
		}
		if err != nil {
			return err
		}
		if kept, err := w.Tx.HasChange(ctx, delivery.ChangeSeq); err != nil || !kept {
			return errors.Join(err, tracker.ErrChangeGone)
		}
		d = delivery.WebhookDelivery
		d.NextAt = new(n.Time())
		return w.Tx.Redeliver(ctx, delivery)
	})
	if err == nil {
		n.Publish(ctx, change.NoticeWebhook, id)
	}
	return d, err
}
