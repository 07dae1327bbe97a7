package app

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

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
func (a *App) ViewNotification(ctx context.Context, c Caller, id string) (Saved[tracker.Notification], error) {
	return save(ctx, a, c, "view", func(m *mutation) (tracker.Notification, change, error) {
		before, err := m.Notification(ctx, m.caller.visible(), id)
		if err != nil || before.IsViewed {
			return before, unchanged, err
		}
		after := before
		after.IsViewed, after.ViewedAt = true, &m.now
		m.write(func(tx *store.Tx) error { return tx.MarkNotificationViewed(ctx, id, m.now) })
		return after, change{entity: tracker.EntityNotification, id: id, before: before, after: after}, nil
	})
}

// ViewAllNotifications marks the caller's new notifications viewed, and returns how many.
func (a *App) ViewAllNotifications(ctx context.Context, c Caller) (Saved[tracker.ViewedAll], error) {
	return save(ctx, a, c, "viewAll", func(m *mutation) (viewed tracker.ViewedAll, ch change, err error) {
		_, viewed.Viewed, err = m.Notifications(ctx, m.caller.visible(), tracker.ListQuery{PageNumber: 1, PageSize: 1}, true)
		if err != nil || viewed.Viewed == 0 {
			return viewed, unchanged, err
		}
		m.write(func(tx *store.Tx) error { return tx.MarkAllViewed(ctx, m.caller.visible(), m.now) })
		return viewed, change{entity: tracker.EntityNotification, id: c.User.ID}, nil
	})
}

// SnoozeNotification hides one of the caller's notifications until an instant. The scan
// brings it back as new.
func (a *App) SnoozeNotification(ctx context.Context, c Caller, in tracker.SnoozeInput) (saved Saved[tracker.Notification], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	return save(ctx, a, c, "snooze", func(m *mutation) (tracker.Notification, change, error) {
		n, err := m.Notification(ctx, m.caller.visible(), in.NotificationID)
		if err == nil && !in.Until.Value.After(m.now) {
			err = tracker.ErrSnoozeUntil
		}
		m.write(func(tx *store.Tx) error { return tx.SnoozeNotification(ctx, n.ID, in.Until.Value) })
		return n, change{entity: tracker.EntityNotification, id: n.ID, after: in}, err
	})
}
