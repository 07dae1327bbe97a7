package record

import (
	"context"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// ReportSettings reads the caller's own settings.
func (r *Records) ReportSettings(ctx context.Context, c change.Caller) (tracker.ReportSettings, error) {
	return r.Store.ReportSettings(ctx, c.User.ID)
}

// EditReportSettings changes the caller's own settings.
func (r *Records) EditReportSettings(ctx context.Context, c change.Caller, in tracker.ReportSettingsInput) (saved change.Saved[tracker.ReportSettings], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	return change.Save(ctx, r.Engine, c, "settings", func(m *change.Mutation) (after tracker.ReportSettings, ch change.Change, err error) {
		before, err := m.ReportSettings(ctx, c.User.ID)
		if err != nil {
			return after, change.Unchanged, err
		}
		after = before
		if in.Apply(&after); after == before {
			return after, change.Unchanged, nil
		}
		when, err := m.NotificationSettings(ctx, c.User.ID)
		if err != nil {
			return after, change.Unchanged, err
		}
		m.Write(func(tx *store.Tx) error {
			return tx.PutReportSettings(ctx, c.User.ID, after, when.NextReport(after.Email, m.Now))
		})
		return after, change.Change{Entity: tracker.EntityReportSettings, ID: c.User.ID, Before: before, After: after}, nil
	})
}
