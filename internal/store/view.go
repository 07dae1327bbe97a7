package store

import (
	"context"
	"time"

	"btracker/internal/tracker"
)

func scanView(r rows) (v tracker.SavedView, err error) {
	return v, r.Scan(&v.ID, &v.List, &v.Name, &v.Query, &v.IsShared, &v.Version, &v.IsOwn, &v.IsDefault)
}

// viewsOf selects the views that the user $1 sees.
const viewsOf = `
	SELECT v.id, v.list, v.name, v.query, v.is_shared, v.version, v.owner_id = $1,
		EXISTS (SELECT 1 FROM default_view d WHERE d.user_id = $1 AND d.list = v.list AND d.view_id = v.id)
	FROM saved_view v WHERE (v.owner_id = $1 OR v.is_shared)`

// Views lists a user's own views and the shared ones. There are few: see tracker.MaxViews.
func (q Queries) Views(ctx context.Context, userID string) ([]tracker.SavedView, error) {
	return many(ctx, q, scanView, viewsOf, userID)
}

// View reads one of the views that a user sees.
func (q Queries) View(ctx context.Context, userID, id string) (tracker.SavedView, error) {
	return one(ctx, q, scanView, viewsOf+" AND v.id = $2", userID, id)
}

// ViewCounts counts a user's own views and all shared ones.
func (q Queries) ViewCounts(ctx context.Context, userID string) (own, shared int, err error) {
	type counts struct{ own, shared int }
	c, err := one(ctx, q, func(r rows) (c counts, err error) { return c, r.Scan(&c.own, &c.shared) },
		`SELECT (SELECT count(*) FROM saved_view WHERE owner_id = $1), (SELECT count(*) FROM saved_view WHERE is_shared)`, userID)
	return c.own, c.shared, err
}

// InsertView adds a view of a user.
func (tx *Tx) InsertView(ctx context.Context, userID string, v tracker.SavedView, at time.Time) error {
	_, err := tx.run(ctx, `INSERT INTO saved_view (id, owner_id, list, name, query, is_shared, version, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		v.ID, userID, v.List, v.Name, v.Query, v.IsShared, v.Version, millis(at))
	return err
}

// UpdateView writes a view. One that is not shared any more is nobody else's default.
func (tx *Tx) UpdateView(ctx context.Context, v tracker.SavedView) error {
	if !v.IsShared {
		if _, err := tx.run(ctx, `DELETE FROM default_view WHERE view_id = $1 AND user_id <> (SELECT owner_id FROM saved_view WHERE id = $1)`, v.ID); err != nil {
			return err
		}
	}
	return tx.runOn(ctx, `UPDATE saved_view SET name = $2, query = $3, is_shared = $4, version = $5 WHERE id = $1`, v.ID, v.Name, v.Query, v.IsShared, v.Version)
}

// SetDefaultView makes a view the default of a user, or ends that it is.
func (tx *Tx) SetDefaultView(ctx context.Context, userID string, v tracker.SavedView) error {
	if !v.IsDefault {
		_, err := tx.run(ctx, `DELETE FROM default_view WHERE user_id = $1 AND list = $2 AND view_id = $3`, userID, v.List, v.ID)
		return err
	}
	_, err := tx.run(ctx, `INSERT INTO default_view (user_id, list, view_id) VALUES ($1, $2, $3)
		ON CONFLICT (user_id, list) DO UPDATE SET view_id = excluded.view_id`, userID, v.List, v.ID)
	return err
}

// DeleteView removes a view for everyone.
func (tx *Tx) DeleteView(ctx context.Context, id string) error {
	if _, err := tx.run(ctx, `DELETE FROM default_view WHERE view_id = $1`, id); err != nil {
		return err
	}
	return tx.runOn(ctx, `DELETE FROM saved_view WHERE id = $1`, id)
}
