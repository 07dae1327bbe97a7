package store

import (
	"context"
	"time"

	"btracker/internal/tracker"
)

// PutCalendarFeed stores the hash of a user's calendar token, in place of an earlier one.
func (tx *Tx) PutCalendarFeed(ctx context.Context, userID, tokenHash string, at time.Time) error {
	_, err := tx.run(ctx, `INSERT INTO calendar_feed (user_id, token_hash, created_at) VALUES ($1, $2, $3)
		ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, created_at = excluded.created_at`, userID, tokenHash, millis(at))
	return err
}

// DeleteCalendarFeed ends a user's calendar.
func (tx *Tx) DeleteCalendarFeed(ctx context.Context, userID string) error {
	_, err := tx.run(ctx, `DELETE FROM calendar_feed WHERE user_id = $1`, userID)
	return err
}

// CalendarState tells whether a user's calendar has an address.
func (q Queries) CalendarState(ctx context.Context, userID string) (state tracker.CalendarState, err error) {
	since, err := one(ctx, q, scanOne[*int64], `SELECT (SELECT created_at FROM calendar_feed WHERE user_id = $1)`, userID)
	return tracker.CalendarState{Since: instantOrNil(since)}, err
}

// CalendarOwner is the enabled user whose calendar has a token, by its hash.
func (q Queries) CalendarOwner(ctx context.Context, tokenHash string) (u tracker.User, err error) {
	return one(ctx, q, func(r rows) (u tracker.User, err error) { return u, r.Scan(&u.ID, &u.IsAdmin, &u.Language) },
		`SELECT u.id, u.is_admin, u.language FROM calendar_feed f JOIN users u ON u.id = f.user_id WHERE f.token_hash = $1 AND u.disabled_at IS NULL`, tokenHash)
}

// CalendarEvents lists the ends, and the last days to cancel, of subscriptions that are not
// canceled and that somebody may see, the first ones first.
func (q Queries) CalendarEvents(ctx context.Context, v Visible, from, before time.Time, limit int) ([]tracker.CalendarEvent, error) {
	f := &filter{}
	visible := ""
	source := "project_subscription a JOIN project p ON p.id = a.project_id"
	if !v.All { // the few projects come first, so that SQLite does not begin with a million subscriptions
		moderated, user := f.in("m.role", v.Roles), f.arg(v.UserID)
		source = `(SELECT m.project_id AS id FROM project_moderator m WHERE m.user_id = ` + user + ` AND ` + moderated + `
			UNION SELECT c.id FROM company_moderator m JOIN project c ON c.company_id = m.company_id WHERE m.user_id = ` + user + ` AND ` + moderated + `) v
			CROSS JOIN project_subscription a JOIN project p ON p.id = a.project_id`
		visible = " AND a.project_id = v.id"
	}
	first, last, most := f.arg(millis(from)), f.arg(millis(before)), f.arg(limit)
	part := func(column, isCancelBy, condition string) string {
		return `SELECT * FROM (SELECT a.id, a.project_id, i.name, p.name AS project, company.name AS company, a.` + column + ` AS at, ` + isCancelBy + ` AS cancel_by, a.auto_renew,
				a.version + i.version AS revision, CASE WHEN a.updated_at > i.updated_at THEN a.updated_at ELSE i.updated_at END AS changed_at
			FROM ` + source + `
			JOIN company ON company.id = p.company_id
			JOIN catalogue_item i ON i.id = a.subscription_id
			WHERE a.listed AND a.canceled_at IS NULL` + visible + condition + ` AND a.` + column + ` >= ` + first + ` AND a.` + column + ` < ` + last + `
			ORDER BY a.` + column + `, a.id LIMIT ` + most + `) AS ` + column
	}
	return many(ctx, q, func(r rows) (e tracker.CalendarEvent, err error) {
		var at, changed int64
		err = r.Scan(&e.SubscriptionID, &e.ProjectID, &e.Name, &e.ProjectName, &e.CompanyName, &at, &e.IsCancelBy, &e.Renews, &e.Revision, &changed)
		e.At, e.ChangedAt = instant(at), instant(changed)
		return e, err
	}, part("end_at", "FALSE", "")+` UNION ALL `+part("remind_at", "TRUE", " AND a.auto_renew")+` ORDER BY 6, 1, 7 LIMIT `+most, f.args...)
}
