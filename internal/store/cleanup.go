package store

import (
	"context"
	"time"

	"btracker/internal/tracker"
)

// Retention is how long rows are kept that nobody needs any more; zero is for ever.
type Retention struct {
	Changes       time.Duration
	Sessions      time.Duration // after they ended
	Notifications time.Duration
	Events        time.Duration // of security
	Tombstones    time.Duration
}

// Cleanup deletes some rows that are past their retention, in one transaction, and
// returns how many. Call it again until it returns zero.
func (s *Store) Cleanup(ctx context.Context, keep Retention, now time.Time) (deleted int64, err error) {
	// Looked for outside of the transaction, for which every writer waits: it has to look at all photos.
	// An undo brings a photo back that was replaced, as long as it brings a tombstone back.
	var unused []any
	if keep.Tombstones > 0 {
		unused, err = many(ctx, s.Queries, scanOne[any], `SELECT hash FROM photo WHERE created_at < $1`+photoUnused+` LIMIT 100`, millis(now.Add(-keep.Tombstones)))
		if err != nil {
			return 0, err
		}
	}
	var old *Seal
	if keep.Changes > 0 {
		if old, err = s.sealPastRetention(ctx, now.Add(-keep.Changes)); err != nil {
			return 0, err
		}
	}
	err = s.Write(ctx, func(tx *Tx) error {
		deleted = 0
		if old != nil {
			n, err := tx.removeSealed(ctx, *old)
			if err != nil {
				return err
			}
			deleted += n
		}
		if len(unused) > 0 {
			n, err := tx.run(ctx, `DELETE FROM photo WHERE hash IN `+placeholders(1, len(unused))+photoUnused, unused...)
			if err != nil {
				return err
			}
			deleted += n
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
	expired, forever := before(keep.Tombstones), keep.Tombstones == 0
	steps := []cleanupStep{
		{`DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires_at < $1 LIMIT 500)`, before(keep.Sessions), keep.Sessions == 0},
		{`DELETE FROM password_token WHERE hash IN (SELECT hash FROM password_token WHERE expires_at < $1 LIMIT 500)`, millis(now), false},
		{`DELETE FROM sign_in_ticket WHERE hash IN (SELECT hash FROM sign_in_ticket WHERE expires_at < $1 LIMIT 500)`, millis(now), false},
		{`DELETE FROM passkey_challenge WHERE hash IN (SELECT hash FROM passkey_challenge WHERE expires_at < $1 LIMIT 500)`, millis(now), false},
		{`DELETE FROM change_preview WHERE hash IN (SELECT hash FROM change_preview WHERE expires_at < $1 LIMIT 500)`, millis(now), false},
		{`DELETE FROM used_sign_on WHERE hash IN (SELECT hash FROM used_sign_on WHERE expires_at < $1 LIMIT 500)`, millis(now), false},
		{`DELETE FROM throttle WHERE subject IN (SELECT subject FROM throttle WHERE updated_at < $1 LIMIT 500)`, before(24 * time.Hour), false},
		{`DELETE FROM idempotency WHERE (user_id, key) IN (SELECT user_id, key FROM idempotency WHERE created_at < $1 LIMIT 500)`, before(24 * time.Hour), false},
		{`DELETE FROM kept_sum WHERE (kind, at, of, shard) IN (SELECT kind, at, of, shard FROM kept_sum
			WHERE kind = 'end' AND at < $1 AND count = 0 AND price = 0 AND cost = 0 AND monthly_price = 0 AND monthly_cost = 0 LIMIT 500)`, before(24 * time.Hour), false},
		{`DELETE FROM kept_sum WHERE (kind, at, of, shard) IN (SELECT kind, at, of, shard FROM kept_sum
			WHERE kind IN ('course', 'renewal') AND kind = 'course' AND at < $1 AND count = 0 AND monthly_price = 0 LIMIT 500)`, before(24 * time.Hour), false},
		{`DELETE FROM kept_sum WHERE (kind, at, of, shard) IN (SELECT kind, at, of, shard FROM kept_sum
			WHERE kind IN ('course', 'renewal') AND kind = 'renewal' AND at < $1 AND count = 0 AND monthly_price = 0 LIMIT 500)`, int64(tracker.MonthOf(now)), false},
		{`DELETE FROM kept_sum WHERE (kind, at, of, shard) IN (SELECT kind, at, of, shard FROM kept_sum WHERE kind = 'customer' AND at < $1 AND count = 0 LIMIT 500)`,
			before(24 * time.Hour), false},
		{`DELETE FROM company_move WHERE (company_no, at) IN (SELECT company_no, at FROM company_move WHERE at < $1 AND price = 0 AND count = 0 LIMIT 500)`,
			before(24 * time.Hour), false},
		// Its attempts span some hours; nobody goes on with one that was killed at each of them.
		{`UPDATE bulk SET state = 'failed', ended_at = $1 WHERE ended_at IS NULL AND created_at < $1`, before(24 * time.Hour), false},
		{`DELETE FROM bulk_piece WHERE bulk_id IN (SELECT id FROM bulk WHERE ended_at <= $1)`, before(24 * time.Hour), false},
		{`DELETE FROM bulk WHERE id IN (SELECT id FROM bulk WHERE ended_at < $1 LIMIT 500)`, before(tracker.TombstoneLife), false},
		{`DELETE FROM import_row WHERE (import_id, row_no) IN (
			SELECT r.import_id, r.row_no FROM import i JOIN import_row r ON r.import_id = i.id WHERE i.touched_at < $1 LIMIT 2000)`, before(tracker.ImportLife), false},
		{`DELETE FROM import WHERE touched_at < $1 AND NOT EXISTS (SELECT 1 FROM import_row r WHERE r.import_id = import.id)`, before(tracker.ImportLife), false},
		{`DELETE FROM notification WHERE id IN (SELECT id FROM notification WHERE created_at < $1 LIMIT 500)`, before(keep.Notifications), keep.Notifications == 0},
		{`DELETE FROM webhook_delivery WHERE id IN (SELECT id FROM webhook_delivery WHERE next_at IS NULL AND at < $1 LIMIT 500)`, before(tracker.DeliveryLife), false},
		{`DELETE FROM security_event WHERE id IN (SELECT id FROM security_event WHERE at < $1 LIMIT 500)`, before(keep.Events), keep.Events == 0},
		// A tombstone is deleted once nothing refers to it any more. Rows that refer to it are
		// deleted in the steps before, or keep it until their own time comes. Notifications of
		// a subscription outlive it.
		{deleteTombstones("note", ""), expired, forever},
		{deleteTombstones("document", ""), expired, forever},
		{deleteChildren("note", "entity_id", "project_subscription", ""), expired, forever},
		{deleteChildren("document", "entity_id", "project_subscription", ""), expired, forever},
		{deleteChildren("note", "entity_id", "project_product", ""), expired, forever},
		{deleteChildren("document", "entity_id", "project_product", ""), expired, forever},
		{deleteChildren("note", "entity_id", "project", projectUnused), expired, forever},
		{deleteChildren("document", "entity_id", "project", projectUnused), expired, forever},
		{deleteChildren("note", "entity_id", "company", companyUnused), expired, forever},
		{deleteChildren("document", "entity_id", "company", companyUnused), expired, forever},
		{deleteChildren("note", "entity_id", "catalogue_item", itemUnused), expired, forever},
		{deleteChildren("document", "entity_id", "catalogue_item", itemUnused), expired, forever},
		{deleteChildren("subscription_price", "project_subscription_id", "project_subscription", ""), expired, forever},
		{deleteChildren("subscription_period", "project_subscription_id", "project_subscription", ""), expired, forever},
		{deleteTombstones("project_subscription", ""), expired, forever},
		{deleteTombstones("project_product", ""), expired, forever},
		{deleteChildren("notification", "item_parent_id", "project", projectUnused), expired, forever},
		{deleteChildren("project_moderator", "project_id", "project", projectUnused), expired, forever},
		{deleteTombstones("project", projectUnused), expired, forever},
		{deleteChildren("company_moderator", "company_id", "company", companyUnused), expired, forever},
		{deleteChildren("group_role", "company_id", "company", companyUnused), expired, forever},
		{deleteChildren("api_key", "company_id", "company", companyUnused), expired, forever},
		{deleteOfChannels("webhook_delivery"), expired, forever},
		{deleteOfChannels("webhook_state"), expired, forever},
		{deleteChildren("webhook", "company_id", "company", companyUnused), expired, forever},
		{deleteTombstones("company", companyUnused), expired, forever},
		{deleteTombstones("catalogue_item", itemUnused), expired, forever},
		{deleteTombstones("category", categoryUnused), expired, forever},
		{`DELETE FROM own_value WHERE rowno IN (SELECT v.rowno FROM own_field f CROSS JOIN own_value v WHERE v.field_id = f.id AND f.deleted_at < $1 LIMIT 500)`, expired, forever},
		{deleteTombstones("own_field", fieldUnused), expired, forever},
	}
	return append(steps, contentCleanup(now)...)
}

// Conditions that no row, not even a tombstone, refers to a tombstone or a photo.
const (
	projectUnused = ` AND NOT EXISTS (SELECT 1 FROM project_product WHERE project_id = project.id)
		AND NOT EXISTS (SELECT 1 FROM project_subscription WHERE project_id = project.id)`
	companyUnused = ` AND NOT EXISTS (SELECT 1 FROM project WHERE company_id = company.id)`
	itemUnused    = ` AND NOT EXISTS (SELECT 1 FROM project_product WHERE product_id = catalogue_item.id)
		AND NOT EXISTS (SELECT 1 FROM project_subscription WHERE subscription_id = catalogue_item.id)`
	photoUnused = ` AND NOT EXISTS (SELECT 1 FROM users WHERE photo_hash = photo.hash)
		AND NOT EXISTS (SELECT 1 FROM company WHERE photo_hash = photo.hash)
		AND NOT EXISTS (SELECT 1 FROM catalogue_item WHERE photo_hash = photo.hash)`
	fieldUnused    = ` AND NOT EXISTS (SELECT 1 FROM own_value v WHERE v.field_id = own_field.id)`
	categoryUnused = ` AND NOT EXISTS (SELECT 1 FROM catalogue_item WHERE category_id = category.id)`
)

// expiredTombstones selects a hundred of them, in one order, so that the step that
// deletes children selects the same parents as the step that deletes these.
func expiredTombstones(table, unused string) string {
	return "SELECT id FROM " + table + " WHERE deleted_at < $1" + unused + " ORDER BY deleted_at, rowno LIMIT 100"
}

func deleteTombstones(table, unused string) string {
	return "DELETE FROM " + table + " WHERE id IN (" + expiredTombstones(table, unused) + ")"
}

func deleteChildren(table, column, parent, unused string) string {
	return "DELETE FROM " + table + " WHERE " + column + " IN (" + expiredTombstones(parent, unused) + ")"
}

// deleteOfChannels deletes what belongs to the channels of companies that are about to be deleted.
func deleteOfChannels(table string) string {
	return "DELETE FROM " + table + " WHERE webhook_id IN (SELECT w.id FROM webhook w WHERE w.company_id IN (" + expiredTombstones("company", companyUnused) + "))"
}
