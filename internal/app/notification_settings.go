package app

import (
	"context"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// NotificationSettings reads the caller's own.
func (a *App) NotificationSettings(ctx context.Context, c Caller) (tracker.NotificationSettings, error) {
	return a.store.NotificationSettings(ctx, c.User.ID)
}

// EditNotificationSettings changes the caller's own.
func (a *App) EditNotificationSettings(ctx context.Context, c Caller, in tracker.NotificationSettingsInput) (saved Saved[tracker.NotificationSettings], err error) {
	if err = tracker.Validate(&in); err == nil {
		err = in.Check()
	}
	if err != nil {
		return saved, err
	}
	return save(ctx, a, c, "settings", func(m *mutation) (after tracker.NotificationSettings, ch change, err error) {
		before, err := m.NotificationSettings(ctx, c.User.ID)
		if err != nil {
			return after, unchanged, err
		}
		after = before
		if in.Apply(&after, m.now); same(before, after) {
			return after, unchanged, nil
		}
		m.write(func(tx *store.Tx) error { return tx.PutNotificationSettings(ctx, c.User.ID, after) })
		if before.Email != after.Email || before.Hour != after.Hour || before.TimeZone != after.TimeZone {
			m.write(func(tx *store.Tx) error { return setMailing(ctx, tx, c.User.ID, after, m.now) })
		}
		return after, change{entity: tracker.EntityNotificationSettings, id: c.User.ID, before: before, after: after}, nil
	})
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
