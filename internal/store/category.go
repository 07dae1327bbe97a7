package store

import (
	"context"
	"time"

	"btracker/internal/tracker"
)

const categorySelect = `SELECT id, kind, name, removed_at FROM category`

// countedCategorySelect also counts the items. Only lists do that: the cost of a write
// must not grow with the items of a category.
const countedCategorySelect = `
	SELECT id, kind, name, removed_at,
		(SELECT count(*) FROM catalogue_item WHERE category_id = category.id AND deleted_at IS NULL)
	FROM category`

func scanCategory(r rows) (tracker.Category, error) { return scanCategoryAnd(r) }

func scanCountedCategory(r rows) (c tracker.Category, err error) {
	var items int
	c, err = scanCategoryAnd(r, &items)
	c.ItemCount = items
	return c, err
}

func scanCategoryAnd(r rows, more ...any) (c tracker.Category, err error) {
	var removedAt *int64
	err = r.Scan(append([]any{&c.ID, &c.Kind, &c.Name, &removedAt}, more...)...)
	c.RemovedAt, c.IsRemoved = instantOrNil(removedAt), removedAt != nil
	return c, err
}

var categoryList = list[tracker.Category]{
	listOrder: listOrder{table: "category", sorts: map[string]string{"name": "name_key"}, fallback: "name"},
	selects:   countedCategorySelect,
	scan:      scanCountedCategory,
}

// categoryFilter searches like every list, but without an index: categories are few.
func categoryFilter(d dialect, kind tracker.CatalogueKind, lq tracker.ListQuery) *filter {
	f := &filter{}
	f.and("category.kind = " + f.arg(kind))
	f.and("category.deleted_at IS NULL")
	f.removed("category", lq.Removed)
	if term := searchKey(lq.Search); hasTrigrams(term) {
		f.findUnindexed(d, "category", nameKey, term)
	} else {
		f.namePrefix("category", term)
	}
	return f
}

// Categories lists a page of a catalogue's categories by name, and their total.
func (q Queries) Categories(ctx context.Context, kind tracker.CatalogueKind, lq tracker.ListQuery) ([]tracker.Category, int, error) {
	return categoryList.page(ctx, q, categoryFilter(q.dialect, kind, lq), lq)
}

// EachCategory passes on every category of a list, without pages.
func (q Queries) EachCategory(ctx context.Context, kind tracker.CatalogueKind, lq tracker.ListQuery, use func(tracker.Category) error) error {
	return categoryList.each(ctx, q, categoryFilter(q.dialect, kind, lq), lq, use)
}

// Category finds a category by its name, ignoring case.
func (q Queries) Category(ctx context.Context, kind tracker.CatalogueKind, name string) (tracker.Category, error) {
	return one(ctx, q, scanCategory, categorySelect+` WHERE kind = $1 AND name_key = $2 AND deleted_at IS NULL`, kind, searchKey(name))
}

// CategoryByID reads a category.
func (q Queries) CategoryByID(ctx context.Context, kind tracker.CatalogueKind, id string) (tracker.Category, error) {
	return one(ctx, q, scanCategory, categorySelect+` WHERE id = $1 AND kind = $2 AND deleted_at IS NULL`, id, kind)
}

// RenameCategory writes the name of a category; a taken name is ErrTaken. Its items have no copy of it.
func (tx *Tx) RenameCategory(ctx context.Context, before, after tracker.Category, by string, at time.Time) error {
	list := tallyCategories(before.Kind)
	tx.replaceShare(listShare(list, before.Name, before.IsRemoved), listShare(list, after.Name, after.IsRemoved))
	return tx.runOn(ctx, `
		UPDATE category SET name = $2, name_key = $3, version = version + 1, updated_at = $4, updated_by = $5
		WHERE id = $1 AND deleted_at IS NULL`, after.ID, after.Name, searchKey(after.Name), millis(at), by)
}

// InsertCategory adds a category; a taken name is ErrTaken.
func (tx *Tx) InsertCategory(ctx context.Context, c tracker.Category, by string, at time.Time) error {
	tx.replaceShare(share{}, listShare(tallyCategories(c.Kind), c.Name, false))
	_, err := tx.run(ctx, `
		INSERT INTO category (id, kind, name, name_key, created_at, updated_at, updated_by)
		VALUES ($1, $2, $3, $4, $5, $5, $6)`, c.ID, c.Kind, c.Name, searchKey(c.Name), millis(at), by)
	return err
}

// CategoryItems lists the items of a category, which keep it from being removed.
func (q Queries) CategoryItems(ctx context.Context, c tracker.Category, limit, offset int) ([]tracker.Dependant, int, error) {
	total, err := one(ctx, q, scanOne[int], `SELECT count(*) FROM catalogue_item WHERE category_id = $1 AND deleted_at IS NULL`, c.ID)
	if err != nil {
		return nil, 0, err
	}
	list, err := many(ctx, q, func(r rows) (tracker.Dependant, error) {
		d := tracker.Dependant{Kind: string(c.Kind), ParentName: &c.Name}
		return d, r.Scan(&d.ID, &d.Name)
	}, `SELECT id, name FROM catalogue_item WHERE category_id = $1 AND deleted_at IS NULL ORDER BY name_key, rowno LIMIT $2 OFFSET $3`, c.ID, limit, offset)
	return list, total, err
}
