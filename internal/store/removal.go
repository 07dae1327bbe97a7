package store

import (
	"context"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// Removal says of a table what the removal rule needs: what depends on a row,
// and whether its parent is removed. The tables share their columns.
type Removal struct {
	table         string
	tally         string // SQL for the name of its total
	inUse         string
	parentRemoved string
}

// What can be removed.
var (
	CompanyRemoval = Removal{
		table:         "company",
		tally:         "'company'",
		inUse:         "EXISTS (SELECT 1 FROM project WHERE company_id = company.id AND deleted_at IS NULL)",
		parentRemoved: "FALSE",
	}
	ProjectRemoval = Removal{
		table: "project",
		tally: "'project'",
		inUse: `EXISTS (SELECT 1 FROM project_product WHERE project_id = project.id AND deleted_at IS NULL)
			OR EXISTS (SELECT 1 FROM project_subscription WHERE project_id = project.id AND deleted_at IS NULL)`,
		parentRemoved: "EXISTS (SELECT 1 FROM company WHERE id = project.company_id AND (removed_at IS NOT NULL OR deleted_at IS NOT NULL))",
	}
	CategoryRemoval = Removal{
		table:         "category",
		tally:         "'category.' || kind",
		inUse:         "EXISTS (SELECT 1 FROM catalogue_item WHERE category_id = category.id AND deleted_at IS NULL)",
		parentRemoved: "FALSE",
	}
	ItemRemoval = Removal{
		table: "catalogue_item",
		tally: "'catalogue.' || kind",
		inUse: `EXISTS (SELECT 1 FROM project_product WHERE product_id = catalogue_item.id AND deleted_at IS NULL)
			OR EXISTS (SELECT 1 FROM project_subscription WHERE subscription_id = catalogue_item.id AND deleted_at IS NULL)`,
		parentRemoved: "EXISTS (SELECT 1 FROM category WHERE id = catalogue_item.category_id AND (removed_at IS NOT NULL OR deleted_at IS NOT NULL))",
	}
)

// Removable reads what the removal rule needs to know of a row, tombstones included.
func (q Queries) Removable(ctx context.Context, r Removal, id string) (tracker.Removable, error) {
	return one(ctx, q, func(rows rows) (s tracker.Removable, err error) {
		s.Found = true
		return s, rows.Scan(&s.Marked, &s.Gone, &s.InUse, &s.ParentRemoved)
	}, "SELECT removed_at IS NOT NULL, deleted_at IS NOT NULL, "+r.inUse+", "+r.parentRemoved+" FROM "+r.table+" WHERE id = $1", id)
}

// Detached is an item of a project, tombstone or not, with what restoring it asks.
type Detached struct {
	tracker.Removable
	ProjectID string
	Full      bool // the project holds as many as it can
}

// Detached reads it. Its parents are the project and the catalogue's item.
func (q Queries) Detached(ctx context.Context, kind tracker.CatalogueKind, id string) (Detached, error) {
	return one(ctx, q, func(r rows) (d Detached, err error) {
		d.Found = true
		return d, r.Scan(&d.ProjectID, &d.Gone, &d.ParentRemoved, &d.Full)
	}, strings.ReplaceAll(`
		SELECT
			a.project_id,
			a.deleted_at IS NOT NULL,
			p.removed_at IS NOT NULL OR p.deleted_at IS NOT NULL OR i.removed_at IS NOT NULL OR i.deleted_at IS NOT NULL,
			(SELECT count(*) FROM project_{kind} WHERE project_id = a.project_id AND deleted_at IS NULL) >= $2
		FROM project_{kind} a
		JOIN project p ON p.id = a.project_id
		JOIN catalogue_item i ON i.id = a.{kind}_id
		WHERE a.id = $1`, "{kind}", string(kind)), id, MaxProjectItems)
}

// reattach lifts the tombstone of a project's item; counts is whether it counts then.
func (tx *Tx) reattach(ctx context.Context, table, counts, id, by string, at time.Time) (live bool, err error) {
	return one(ctx, tx.Queries, scanOne[bool], `
		UPDATE `+table+` SET deleted_at = NULL, live = `+counts+`, version = version + 1, updated_at = $2, updated_by = $3
		WHERE id = $1 AND deleted_at IS NOT NULL
		RETURNING live`, id, millis(at), by)
}

// Mark moves a row from one removal state to another and keeps the totals.
func (tx *Tx) Mark(ctx context.Context, r Removal, id string, from tracker.Removable, to tracker.Marks, by string, at time.Time) error {
	name, err := one(ctx, tx.Queries, scanOne[string], `
		UPDATE `+r.table+` SET
			removed_at = CASE WHEN $2 THEN COALESCE(removed_at, $4) END,
			deleted_at = CASE WHEN $3 THEN COALESCE(deleted_at, $4) END,
			version = version + 1,
			updated_at = $4,
			updated_by = $5
		WHERE id = $1
		RETURNING `+r.tally, id, to.Marked, to.Gone, millis(at), by)
	if err != nil {
		return err
	}
	tx.tally(name, count(!to.Gone)-count(!from.Gone))
	tx.tally(name+marked, count(to.Marked && !to.Gone)-count(from.Marked && !from.Gone))
	tx.tally(name+reorder, 1)
	return nil
}
