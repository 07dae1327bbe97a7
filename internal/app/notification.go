package app

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

const notificationEntity = "notification"

// Notifications lists the caller's notifications.
func (a *App) Notifications(ctx context.Context, c Caller, q tracker.ListQuery, unreadOnly bool) (tracker.Page[tracker.Notification], error) {
	list, total, err := a.store.Notifications(ctx, c.visible(), q, unreadOnly)
	return tracker.NewPage(list, total, q), err
}

// EachNotification streams what Notifications would list, without pages.
func (a *App) EachNotification(ctx context.Context, c Caller, q tracker.ListQuery, unreadOnly bool, use func(tracker.Notification) error) error {
	return export(ctx, a, c, func(use func(tracker.Notification) error) error {
		return a.store.EachNotification(ctx, c.visible(), q, unreadOnly, use)
	}, use)
}

// ViewNotification marks one of the caller's notifications viewed.
func (a *App) ViewNotification(ctx context.Context, c Caller, id string) (saved Saved[tracker.Notification], err error) {
	saved.Seq, err = a.mutate(ctx, c, "view", func(m *mutation) (change, error) {
		before, err := m.Notification(ctx, m.caller.visible(), id)
		if saved.Entity = before; err != nil || before.IsViewed {
			return unchanged, err
		}
		after := before
		after.IsViewed, after.ViewedAt = true, &m.now
		m.write(func(tx *store.Tx) error { return tx.MarkNotificationViewed(ctx, id, m.now) })
		saved.Entity = after
		return change{entity: notificationEntity, id: id, before: before, after: after}, nil
	})
	return saved, err
}
