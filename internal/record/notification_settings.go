package record

import (
	"context"
	"time"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// NotificationSettings reads the caller's own settings.
func (r *Records) NotificationSettings(ctx context.Context, c change.Caller) (tracker.NotificationSettings, error) {
	return r.Store.NotificationSettings(ctx, c.User.ID)
}

// EditNotificationSettings changes the caller's own settings.
func (r *Records) EditNotificationSettings(ctx context.Context, c change.Caller,
	in tracker.NotificationSettingsInput) (saved change.Saved[tracker.NotificationSettings], err error) {
	if err = tracker.Validate(&in); err == nil {
		err = in.Check()
	}
	if err != nil {
		return saved, err
	}
	return change.Save(ctx, r.Engine, c, "settings", func(m *change.Mutation) (after tracker.NotificationSettings, ch change.Change, err error) {
		before, err := m.NotificationSettings(ctx, c.User.ID)
		if err != nil {
			return after, change.Unchanged, err
		}
		after = before
		if in.Apply(&after, m.Now); change.Same(before, after) {
			return after, change.Unchanged, nil
		}
		m.Write(func(tx *store.Tx) error { return tx.PutNotificationSettings(ctx, c.User.ID, after) })
		if before.Email != after.Email || before.Hour != after.Hour || before.TimeZone != after.TimeZone {
			m.Write(func(tx *store.Tx) error { return setMailing(ctx, tx, c.User.ID, after, m.Now) })
		}
		return after, change.Change{Entity: tracker.EntityNotificationSettings, ID: c.User.ID, Before: before, After: after}, nil
	})
}

// setMailing prepares a person's mails for new settings. What waits for a mail goes into the next one. Whoever wants no mails, or
// one for each notification, gets none for what waits.
func setMailing(ctx context.Context, tx *store.Tx, userID string, s tracker.NotificationSettings, now time.Time) error {
	next := s.NextMail(now)
	if next == nil {
		if err := tx.DropWaitingMail(ctx, userID); err != nil {
			return err
		}
	}
	if err := tx.SetNextMail(ctx, userID, next); err != nil {
		return err
	}
	reports, err := tx.ReportSettings(ctx, userID)
	if err != nil {
		return err
	}
	return tx.SetNextReport(ctx, userID, s.NextReport(reports.Email, now))
}
