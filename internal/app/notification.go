package app

import (
	"context"

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
func (a *App) ViewNotification(ctx context.Context, r Request, id string) (n tracker.Notification, err error) {
	err = a.mutate(ctx, r, "view", func(m *mutation) (change, error) {
		before, err := m.Notification(ctx, m.caller.visible(), id)
		if n = before; err != nil || before.IsViewed {
			return unchanged, err
		}
		n.IsViewed, n.ViewedAt = true, &m.now
		return change{entity: notificationEntity, id: id, before: before, after: n}, m.MarkNotificationViewed(ctx, id, m.now)
	})
	return n, err
}
