package record

import (
	"context"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Notifications lists the caller's notifications.
func (r *Records) Notifications(ctx context.Context, c change.Caller, q tracker.ListQuery, unreadOnly bool) (tracker.Page[tracker.Notification], error) {
	list, total, err := r.Store.Notifications(ctx, c.Visible(), q, unreadOnly)
	return tracker.NewPage(list, total, q), err
}

// EachNotification streams what Notifications would list, without pages.
func (r *Records) EachNotification(ctx context.Context, c change.Caller, q tracker.ListQuery, unreadOnly bool, use func(tracker.Notification) error) error {
	return change.Export(ctx, r.Engine, c, func(use func(tracker.Notification) error) error {
		return r.Store.EachNotification(ctx, c.Visible(), q, unreadOnly, use)
	}, use)
}

// ViewNotification marks one of the caller's notifications viewed.
func (r *Records) ViewNotification(ctx context.Context, c change.Caller, id string) (change.Saved[tracker.Notification], error) {
	return change.Save(ctx, r.Engine, c, "view", func(m *change.Mutation) (tracker.Notification, change.Change, error) {
		before, err := m.Notification(ctx, m.Caller.Visible(), id)
		if err != nil || before.IsViewed {
			return before, change.Unchanged, err
		}
		after := before
		after.IsViewed, after.ViewedAt = true, &m.Now
		m.Write(func(tx *store.Tx) error { return tx.MarkNotificationViewed(ctx, id, m.Now) })
		return after, change.Change{Entity: tracker.EntityNotification, ID: id, Before: before, After: after}, nil
	})
}

// ViewAllNotifications marks the caller's new notifications viewed, and returns how many.
func (r *Records) ViewAllNotifications(ctx context.Context, c change.Caller) (change.Saved[tracker.ViewedAll], error) {
	return change.Save(ctx, r.Engine, c, "viewAll", func(m *change.Mutation) (viewed tracker.ViewedAll, ch change.Change, err error) {
		_, viewed.Viewed, err = m.Notifications(ctx, m.Caller.Visible(), tracker.ListQuery{PageNumber: 1, PageSize: 1}, true)
		if err != nil || viewed.Viewed == 0 {
			return viewed, change.Unchanged, err
		}
		m.Write(func(tx *store.Tx) error { return tx.MarkAllViewed(ctx, m.Caller.Visible(), m.Now) })
		return viewed, change.Change{Entity: tracker.EntityNotification, ID: c.User.ID}, nil
	})
}

// SnoozeNotification hides one of the caller's notifications until an instant. The scan
// brings it back as new.
func (r *Records) SnoozeNotification(ctx context.Context, c change.Caller, in tracker.SnoozeInput) (saved change.Saved[tracker.Notification], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	return change.Save(ctx, r.Engine, c, "snooze", func(m *change.Mutation) (tracker.Notification, change.Change, error) {
		n, err := m.Notification(ctx, m.Caller.Visible(), in.NotificationID)
		if err == nil && !in.Until.Value.After(m.Now) {
			err = tracker.ErrSnoozeUntil
		}
		m.Write(func(tx *store.Tx) error { return tx.SnoozeNotification(ctx, n.ID, in.Until.Value) })
		return n, change.Change{Entity: tracker.EntityNotification, ID: n.ID, After: in}, err
	})
}
