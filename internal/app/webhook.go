package app

import (
	"context"
	"errors"
	"net/url"

	"btracker/internal/store"
	"btracker/internal/tracker"
	"btracker/internal/webhook"
)

// webhookSaved is the action of every change of a webhook. The history does not list it, and the log keeps no content: an
// address may hold a password of its receiver.
const webhookSaved = "saveWebhook"

func webhookPurpose(id string) string { return "webhook " + id }

// Webhooks lists all webhooks, for administrators.
func (a *App) Webhooks(ctx context.Context, c Caller, q tracker.ListQuery) (page tracker.Page[tracker.Webhook], err error) {
	if err := c.requireAdmin(); err != nil {
		return page, err
	}
	list, err := a.store.Webhooks(ctx)
	return pageOf(list, q), err
}

// CreateWebhook makes a webhook. Its secret is in this answer alone.
func (a *App) CreateWebhook(ctx context.Context, c Caller, in tracker.WebhookInput) (saved Saved[tracker.NewWebhook], err error) {
	if err := c.requireAdmin(); err != nil { // before the name is looked up
		return saved, err
	}
	if err := in.Check(); err != nil {
		return saved, err
	}
	if err := a.webhooks.Check(ctx, in.URL); err != nil {
		return saved, err
	}
	return create(ctx, a, c, tracker.EntityWebhook, (*mutation).requireAdmin, nil, func(m *mutation, id string) (made tracker.NewWebhook, ch change, err error) {
		there, err := m.Webhooks(ctx)
		if err == nil && len(there) >= tracker.MaxWebhooks {
			err = tracker.ErrTooManyWebhooks
		}
		if err != nil {
			return made, ch, err
		}
		secret := webhook.NewSecret()
		sealed, err := a.signer.Seal(webhookPurpose(id), secret)
		made = tracker.NewWebhook{Secret: &secret, Webhook: tracker.Webhook{ID: id, URL: in.URL, Events: in.Events.Value, IsEnabled: in.IsEnabled.Empty() || in.IsEnabled.Value,
			Owner: refOf(m.caller.User), CreatedAt: m.now, Version: 1}}
		m.write(func(tx *store.Tx) error { return tx.InsertWebhook(ctx, made.Webhook, m.caller.User.ID, sealed) })
		return made, m.webhookChange(ctx, made.Webhook, "added"), err
	}, func(id string) (made tracker.NewWebhook, err error) {
		made.Webhook, err = a.store.Webhook(ctx, id)
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
func (m *mutation) webhookChange(ctx context.Context, w tracker.Webhook, what string) change {
	m.action = webhookSaved
	caller := m.caller
	m.write(func(tx *store.Tx) error {
		return recordEvent(ctx, tx, caller, tracker.SecurityEvent{At: m.now, Kind: tracker.EventKey, Email: caller.User.Email, Details: "webhook to " + hostOf(w.URL) + " " + what})
	})
	return change{entity: tracker.EntityWebhook, id: w.ID}
}

// EditWebhook changes a webhook, and makes the caller its owner.
func (a *App) EditWebhook(ctx context.Context, c Caller, in tracker.WebhookEdit) (saved Saved[tracker.Webhook], err error) {
	if err := c.requireAdmin(); err != nil { // before the name is looked up
		return saved, err
	}
	if err := in.Check(); err != nil {
		return saved, err
	}
	if err := a.webhooks.Check(ctx, in.URL); err != nil {
		return saved, err
	}
	return save(ctx, a, c, webhookSaved, func(m *mutation) (before tracker.Webhook, ch change, err error) {
		if err := m.requireAdmin(); err != nil {
			return before, unchanged, err
		}
		if before, err = m.Webhook(ctx, in.ID); err != nil {
			return before, unchanged, err
		}
		if err := m.checkVersion(ctx, in.Version, before.Version, tracker.EntityWebhook, in.ID, before); err != nil {
			return before, unchanged, err
		}
		after := before
		after.URL, after.Events, after.Owner = in.URL, in.Events.Value, refOf(m.caller.User)
		if !in.IsEnabled.Empty() {
			after.IsEnabled = in.IsEnabled.Value
		}
		if same(before, after) {
			return before, unchanged, nil
		}
		after.Version++
		after.FailingSince = nil
		if after.IsEnabled {
			after.OffReason = nil
		}
		m.write(func(tx *store.Tx) error { return tx.UpdateWebhook(ctx, after, m.caller.User.ID) })
		return after, m.webhookChange(ctx, after, "changed"), nil
	})
}

// RemoveWebhook removes a webhook with its deliveries; one that is not there is gone already. It returns the number of
// the change.
func (a *App) RemoveWebhook(ctx context.Context, c Caller, id string) (seq int64, err error) {
	return a.mutate(ctx, c, webhookSaved, func(m *mutation) (change, error) {
		if err := m.requireAdmin(); err != nil {
			return unchanged, err
		}
		w, err := m.Webhook(ctx, id)
		if errors.Is(err, tracker.ErrNotFound) {
			return unchanged, nil
		}
		if err != nil {
			return unchanged, err
		}
		m.write(func(tx *store.Tx) error { return tx.DeleteWebhook(ctx, id) })
		return m.webhookChange(ctx, w, "removed"), nil
	})
}

// WebhookDeliveries lists a page of the deliveries of a webhook, the latest change first.
func (a *App) WebhookDeliveries(ctx context.Context, c Caller, id string, q tracker.ListQuery) (page tracker.Page[tracker.WebhookDelivery], err error) {
	if err := c.requireAdmin(); err != nil {
		return page, err
	}
	if _, err := a.store.Webhook(ctx, id); err != nil {
		return page, err
	}
	list, err := a.store.WebhookDeliveries(ctx, id, q.PageSize, q.Offset())
	if err != nil {
		return page, err
	}
	total, err := boundedTotal(q, len(list), tracker.MaxCountedDeliveries, func() (int, error) {
		return a.store.CountWebhookDeliveries(ctx, id, tracker.MaxCountedDeliveries)
	})
	return tracker.NewPage(list, total, q), err
}

// Redeliver sends a delivery again, whatever became of it.
func (a *App) Redeliver(ctx context.Context, c Caller, id string) (d tracker.WebhookDelivery, err error) {
	if err := c.requireAdmin(); err != nil {
		return d, err
	}
	err = a.write(ctx, c, func(w *work) error {
		if err := w.caller.requireAdmin(); err != nil {
			return err
		}
		delivery, err := w.tx.Delivery(ctx, id)
		if err != nil {
			return err
		}
		hook, err := w.tx.Webhook(ctx, delivery.WebhookID)
		if err == nil && !hook.IsEnabled {
			err = tracker.ErrWebhookOff
		}
		if err != nil {
			return err
		}
		if kept, err := w.tx.HasChange(ctx, delivery.ChangeSeq); err != nil || !kept {
			return errors.Join(err, tracker.ErrChangeGone)
		}
		d = delivery.WebhookDelivery
		d.NextAt = new(a.time())
		return w.tx.Redeliver(ctx, delivery)
	})
	if err == nil {
		a.publish(ctx, noticeWebhook, id)
	}
	return d, err
}
