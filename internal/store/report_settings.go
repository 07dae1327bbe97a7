package store

import (
	"context"
	"errors"
	"time"

	"btracker/internal/tracker"
)

// ReportSettings reads the settings of a user.
func (q Queries) ReportSettings(ctx context.Context, userID string) (tracker.ReportSettings, error) {
	set, err := one(ctx, q, func(r rows) (s tracker.ReportSettings, err error) { return s, r.Scan(&s.Email, &s.Language) },
		`SELECT email, language FROM report_setting WHERE user_id = $1`, userID)
	if errors.Is(err, tracker.ErrNotFound) {
		return tracker.DefaultReportSettings(), nil
	}
	return set, err
}

// PutReportSettings stores the settings of a user, and when the next report is due.
func (tx *Tx) PutReportSettings(ctx context.Context, userID string, s tracker.ReportSettings, next *time.Time) error {
	_, err := tx.run(ctx, `
		INSERT INTO report_setting (user_id, email, language, next_mail_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, language = excluded.language, next_mail_at = excluded.next_mail_at`,
		userID, s.Email, s.Language, millisOrNil(next))
	return err
}

// NoteReport notes that a user is sent a report, and reports whether it was not sent before.
func (tx *Tx) NoteReport(ctx context.Context, userID, report string) (isNew bool, err error) {
	n, err := tx.run(ctx, `UPDATE report_setting SET last_report = $2 WHERE user_id = $1 AND COALESCE(last_report, '') <> $2`, userID, report)
	return n > 0, err
}

// SetNextReport stores when a user's next report is due.
func (tx *Tx) SetNextReport(ctx context.Context, userID string, at *time.Time) error {
	_, err := tx.run(ctx, `UPDATE report_setting SET next_mail_at = $2 WHERE user_id = $1`, userID, millisOrNil(at))
	return err
}
