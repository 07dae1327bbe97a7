package store

import (
	"cmp"
	"context"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// Removal has the SQL of a table that the removal rule needs: which rows depend on a
// row, and whether its parent is removed. The tables share their columns.
type Removal struct {
	table         string
	list          string // SQL for the name of its list's tally
	inUse         string
	parentRemoved string
	parent        string // the table and condition of the parent, if there is one
	live          string // other columns that a mark sets, with a comma
	projects      string // the column of its projects, which are live only with it
	company       string // SQL for its company, "" for none
}

// The removals of each table.
var (
	CompanyRemoval = Removal{
		table:         "company",
		list:          "'company'",
		inUse:         "EXISTS (SELECT 1 FROM project WHERE company_id = company.id AND deleted_at IS NULL)",
		parentRemoved: "FALSE",
		projects:      "company_id",
		company:       "id",
	}
	ProjectRemoval = Removal{
		table: "project",
		list:  "'project'",
		inUse: `EXISTS (SELECT 1 FROM project_product WHERE project_id = project.id AND deleted_at IS NULL)
			OR EXISTS (SELECT 1 FROM project_subscription WHERE project_id = project.id AND deleted_at IS NULL)`,
		parentRemoved: "EXISTS (SELECT 1 FROM company WHERE id = project.company_id AND (removed_at IS NOT NULL OR deleted_at IS NOT NULL))",
		parent:        "company WHERE id = project.company_id",
		live: `, live = NOT $2 AND NOT $3
			AND EXISTS (SELECT 1 FROM company c WHERE c.id = project.company_id AND c.removed_at IS NULL AND c.deleted_at IS NULL)`,
		projects: "id",
		company:  "company_id",
	}
	CategoryRemoval = Removal{
		table:         "category",
		list:          "'category.' || kind",
		inUse:         "EXISTS (SELECT 1 FROM catalogue_item WHERE category_id = category.id AND deleted_at IS NULL)",
		parentRemoved: "FALSE",
	}
	ItemRemoval = Removal{
		table: "catalogue_item",
		list:  "'catalogue.' || kind",
		inUse: `EXISTS (SELECT 1 FROM project_product WHERE product_id = catalogue_item.id AND deleted_at IS NULL)
			OR EXISTS (SELECT 1 FROM project_subscription WHERE subscription_id = catalogue_item.id AND deleted_at IS NULL)`,
		parentRemoved: "EXISTS (SELECT 1 FROM category WHERE id = catalogue_item.category_id AND (removed_at IS NOT NULL OR deleted_at IS NOT NULL))",
		parent:        "category WHERE id = catalogue_item.category_id",
	}
)

func (r Removal) selects() string {
	marked := "CAST(NULL AS BIGINT)"
	if r.parent != "" {
		marked = "(SELECT removed_at FROM " + r.parent + " AND deleted_at IS NULL)"
	}
	return "SELECT id, name, " + cmp.Or(r.company, "CAST(NULL AS TEXT)") + ", " + marked + ", removed_at IS NOT NULL, deleted_at IS NOT NULL, " + r.inUse + ", " + r.parentRemoved
}

// Removable is the state of a row, tombstone or not, that the removal rule needs.
type Removable struct {
	ID        string
	Name      string
	CompanyID *string
	tracker.Removable
	// ParentMarked is since when its parent is only marked removed.
	ParentMarked *time.Time
}

func scanRemovable(r rows) (s Removable, err error) { return scanRemovableAnd(r) }

func scanRemovableAnd(r rows, more ...any) (s Removable, err error) {
	s.Found = true
	var marked *int64
	err = r.Scan(append([]any{&s.ID, &s.Name, &s.CompanyID, &marked, &s.Marked, &s.Gone, &s.InUse, &s.ParentRemoved}, more...)...)
	s.ParentMarked = instantOrNil(marked)
	return s, err
}

// RemovableCompany finds a company to remove or restore.
func (q Queries) RemovableCompany(ctx context.Context, id string) (Removable, error) {
	return one(ctx, q, scanRemovable, CompanyRemoval.selects()+" FROM company WHERE id = $1", id)
}

// RemovableProject finds a project to remove or restore, with the roles of a user.
func (q Queries) RemovableProject(ctx context.Context, id, userID string) (s Removable, roles []tracker.Role, err error) {
	var company, direct *tracker.Role
	s, err = one(ctx, q, func(r rows) (Removable, error) { return scanRemovableAnd(r, &company, &direct) },
		ProjectRemoval.selects()+`,
			(SELECT role FROM company_moderator m WHERE m.company_id = project.company_id AND m.user_id = $2),
			(SELECT role FROM project_moderator m WHERE m.project_id = project.id AND m.user_id = $2)
		FROM project WHERE id = $1`, id, userID)
	return s, held(company, direct), err
}

// RemovableItem finds an item of a catalogue to remove or restore.
func (q Queries) RemovableItem(ctx context.Context, kind tracker.CatalogueKind, id string) (Removable, error) {
	return one(ctx, q, scanRemovable, ItemRemoval.selects()+" FROM catalogue_item WHERE id = $1 AND kind = $2", id, kind)
}

// RemovableCategory finds a category by its name, ignoring case: the existing one, or
// else the one that was removed last. An existing category has taken the name of the
// removed ones.
func (q Queries) RemovableCategory(ctx context.Context, kind tracker.CatalogueKind, name string) (Removable, error) {
	return one(ctx, q, func(r rows) (Removable, error) {
		var gone bool
		s, err := scanRemovableAnd(r, &gone)
		s.NameTaken = gone && !s.Marked && !s.Gone
		return s, err
	}, CategoryRemoval.selects()+`,
			EXISTS (SELECT 1 FROM category g WHERE g.kind = category.kind AND g.name_key = category.name_key AND g.deleted_at IS NOT NULL)
		FROM category WHERE kind = $1 AND name_key = $2
		ORDER BY deleted_at IS NOT NULL, deleted_at DESC, rowno DESC LIMIT 1`, kind, searchKey(name))
}

// RemovableCategoryByID finds a category to remove or restore by its id.
func (q Queries) RemovableCategoryByID(ctx context.Context, kind tracker.CatalogueKind, id string) (Removable, error) {
	return one(ctx, q, func(r rows) (s Removable, err error) {
		var taken bool
		s, err = scanRemovableAnd(r, &taken)
		s.NameTaken = taken
		return s, err
	}, CategoryRemoval.selects()+`,
			deleted_at IS NOT NULL AND EXISTS (SELECT 1 FROM category g WHERE g.kind = category.kind AND g.name_key = category.name_key AND g.deleted_at IS NULL)
		FROM category WHERE id = $1 AND kind = $2`, id, kind)
}

// Detached is an item of a project, tombstone or not, with the state that restoring it
// needs.
type Detached struct {
	tracker.Removable
	Name         string
	CompanyID    string
	ProjectID    string
	ParentMarked *time.Time     // since when its parents are only marked removed
	Full         bool           // the project has the maximum of items
	Roles        []tracker.Role // of a user on the project
}

// Detached reads an item. Its parents are the project and the catalogue's item.
func (q Queries) Detached(ctx context.Context, kind tracker.CatalogueKind, id, userID string) (Detached, error) {
	return one(ctx, q, func(r rows) (d Detached, err error) {
		var company, direct *tracker.Role
		var project, item *int64
		var gone bool
		err = r.Scan(&d.Name, &d.CompanyID, &d.ProjectID, &project, &item, &gone, &d.Gone, &d.ParentRemoved, &d.Full, &company, &direct)
		d.Found, d.Roles = true, held(company, direct)
		if d.ParentMarked = instantOrNil(project); !gone && item != nil && (project == nil || *item > *project) {
			d.ParentMarked = instantOrNil(item)
		}
		if gone {
			d.ParentMarked = nil
		}
		return d, err
	}, strings.ReplaceAll(`
		SELECT
			i.name,
			p.company_id,
			p.id,
			p.removed_at,
			i.removed_at,
			p.deleted_at IS NOT NULL OR i.deleted_at IS NOT NULL,
			a.deleted_at IS NOT NULL,
			p.removed_at IS NOT NULL OR p.deleted_at IS NOT NULL OR i.removed_at IS NOT NULL OR i.deleted_at IS NOT NULL,
			(SELECT count(*) FROM project_{kind} WHERE project_id = a.project_id AND deleted_at IS NULL) >= $2,
			(SELECT role FROM company_moderator m WHERE m.company_id = p.company_id AND m.user_id = $3),
			(SELECT role FROM project_moderator m WHERE m.project_id = p.id AND m.user_id = $3)
		FROM project_{kind} a
		JOIN project p ON p.id = a.project_id
		JOIN catalogue_item i ON i.id = a.{kind}_id
		WHERE a.id = $1`, "{kind}", string(kind)), id, tracker.MaxProjectItems, userID)
}

// reattach restores the project's item $1 from its tombstone; counts is the SQL of whether it is live then. What it returns follows.
func reattach(table, counts string) string {
	return `
		UPDATE ` + table + ` AS a SET deleted_at = NULL, live = ` + counts + `, version = version + 1, updated_at = $2, updated_by = $3
		WHERE id = $1 AND deleted_at IS NOT NULL
		RETURNING `
}

// Mark moves a row from one removal state to another and keeps the totals.
func (tx *Tx) Mark(ctx context.Context, r Removal, from Removable, to tracker.Marks, by string, at time.Time) error {
	counted, counts := !from.Marked && !from.Gone && !from.ParentRemoved, !to.Marked && !to.Gone && !from.ParentRemoved
	if r.projects != "" && counted && !counts {
		below, err := tx.sharesBelow(ctx, r, from.ID)
		if err != nil {
			return err
		}
		for _, s := range below {
			tx.replaceShare(s, share{})
		}
		if err := tx.addRecurring(ctx, scopeBelow(r, from.ID), -1); err != nil {
			return err
		}
	}
	list, err := one(ctx, tx.Queries, scanOne[string], `
		UPDATE `+r.table+` SET
			removed_at = CASE WHEN $2 THEN COALESCE(removed_at, $4) END,
			deleted_at = CASE WHEN $3 THEN COALESCE(deleted_at, $4) END,
			version = version + 1,
			updated_at = $4,
			updated_by = $5`+r.live+`
		WHERE id = $1
		RETURNING `+r.list, from.ID, to.Marked, to.Gone, millis(at), by)
	if err != nil {
		return err
	}
	tx.replaceShare(markedShare(list, from.Marked, from.Gone), markedShare(list, to.Marked, to.Gone))
	if r.projects != "" && counts && !counted {
		below, err := tx.sharesBelow(ctx, r, from.ID)
		if err != nil {
			return err
		}
		for _, s := range below {
			tx.replaceShare(share{}, s)
		}
		return tx.addRecurring(ctx, scopeBelow(r, from.ID), 1)
	}
	return nil
}

// markedShare is the share of a row in its list by its marks.
func markedShare(list string, isMarked, isGone bool) share {
	if isGone {
		return share{}
	}
	return listShare(list, "", isMarked)
}
