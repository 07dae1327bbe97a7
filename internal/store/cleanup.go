package store

import (
	"context"
	"time"
)

// Retention says how long what nobody needs any more is kept; zero is for ever.
type Retention struct {
	Changes       time.Duration
	Sessions      time.Duration // after they ended
	Notifications time.Duration
	Tombstones    time.Duration
}

// Cleanup deletes what is past its time, in one bounded transaction, and returns
// how many rows went. Call it again until it returns zero.
func (s *Store) Cleanup(ctx context.Context, keep Retention, now time.Time) (deleted int64, err error) {
	// Each photo there is has to be looked at, too many for a transaction that every writer waits for.
	unused, err := many(ctx, s.Queries, scanOne[any], `SELECT hash FROM photo WHERE created_at < $1`+photoUnused+` LIMIT 100`, millis(now.Add(-24*time.Hour)))
	if err != nil {
		return 0, err
	}
	err = s.Write(ctx, func(tx *Tx) error {
		deleted = 0
		if len(unused) > 0 {
			n, err := tx.run(ctx, `DELETE FROM photo WHERE hash IN `+placeholders(1, len(unused))+photoUnused, unused...)
			if err != nil {
				return err
			}
			deleted = n
		}
		for _, step := range cleanupSteps(keep, now) {
			if step.off {
				continue
			}
			n, err := tx.run(ctx, step.sql, step.until)
			if err != nil {
				return err
			}
			deleted += n
		}
		return nil
	})
	return deleted, err
}

type cleanupStep struct {
	sql   string
	until int64
	off   bool
}

func cleanupSteps(keep Retention, now time.Time) []cleanupStep {
	before := func(age time.Duration) int64 { return millis(now.Add(-age)) }
	gone, keepGone := before(keep.Tombstones), keep.Tombstones == 0
	return []cleanupStep{
		{`DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires_at < $1 LIMIT 500)`, before(keep.Sessions), keep.Sessions == 0},
		{`DELETE FROM password_token WHERE hash IN (SELECT hash FROM password_token WHERE expires_at < $1 LIMIT 500)`, millis(now), false},
		{`DELETE FROM throttle WHERE subject IN (SELECT subject FROM throttle WHERE updated_at < $1 LIMIT 500)`, before(24 * time.Hour), false},
		{`DELETE FROM idempotency WHERE (user_id, key) IN (SELECT user_id, key FROM idempotency WHERE created_at < $1 LIMIT 500)`, before(24 * time.Hour), false},
		{`DELETE FROM notification WHERE id IN (SELECT id FROM notification WHERE created_at < $1 LIMIT 500)`, before(keep.Notifications), keep.Notifications == 0},
		{`DELETE FROM change WHERE seq IN (SELECT seq FROM change WHERE at < $1 ORDER BY at LIMIT 500)`, before(keep.Changes), keep.Changes == 0},
		// A tombstone goes once nothing refers to it any more: what did is deleted in the
		// step before, or keeps it until its own time comes. What was told of a subscription
		// stays readable without it.
		{deleteChildren("subscription_period", "project_subscription_id", "project_subscription", ""), gone, keepGone},
		{deleteGone("project_subscription", ""), gone, keepGone},
		{deleteGone("project_product", ""), gone, keepGone},
		{deleteChildren("notification", "item_parent_id", "project", projectUnused), gone, keepGone},
		{deleteChildren("project_moderator", "project_id", "project", projectUnused), gone, keepGone},
		{deleteGone("project", projectUnused), gone, keepGone},
		{deleteChildren("company_moderator", "company_id", "company", companyUnused), gone, keepGone},
		{deleteGone("company", companyUnused), gone, keepGone},
		{deleteGone("catalogue_item", itemUnused), gone, keepGone},
		{deleteGone("category", categoryUnused), gone, keepGone},
	}
}

// What may still refer to a tombstone, itself a tombstone perhaps, or to a photo.
const (
	projectUnused = ` AND NOT EXISTS (SELECT 1 FROM project_product WHERE project_id = project.id)
		AND NOT EXISTS (SELECT 1 FROM project_subscription WHERE project_id = project.id)`
	companyUnused = ` AND NOT EXISTS (SELECT 1 FROM project WHERE company_id = company.id)`
	itemUnused    = ` AND NOT EXISTS (SELECT 1 FROM project_product WHERE product_id = catalogue_item.id)
		AND NOT EXISTS (SELECT 1 FROM project_subscription WHERE subscription_id = catalogue_item.id)`
	photoUnused = ` AND NOT EXISTS (SELECT 1 FROM users WHERE photo_hash = photo.hash)
		AND NOT EXISTS (SELECT 1 FROM company WHERE photo_hash = photo.hash)
		AND NOT EXISTS (SELECT 1 FROM catalogue_item WHERE photo_hash = photo.hash)`
	categoryUnused = ` AND NOT EXISTS (SELECT 1 FROM catalogue_item WHERE category_id = category.id)`
)

// goneRows is some tombstones that are past their time. Sorted, so that a step
// that deletes children means the same parents as the one that deletes them.
func goneRows(table, unused string) string {
	return "SELECT id FROM " + table + " WHERE deleted_at < $1" + unused + " ORDER BY deleted_at, rowno LIMIT 100"
}

func deleteGone(table, unused string) string {
	return "DELETE FROM " + table + " WHERE id IN (" + goneRows(table, unused) + ")"
}

func deleteChildren(table, column, parent, unused string) string {
	return "DELETE FROM " + table + " WHERE " + column + " IN (" + goneRows(parent, unused) + ")"
}
