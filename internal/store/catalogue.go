package store

import (
	"context"
	"time"

	"btracker/internal/tracker"
)

var itemSelect = `
	SELECT
		catalogue_item.id,
		catalogue_item.kind,
		catalogue_item.category_id,
		category.name,
		catalogue_item.name,
		catalogue_item.details,
		catalogue_item.status,
		catalogue_item.cost,
		catalogue_item.notice_days,
		catalogue_item.photo_hash,
		catalogue_item.created_at,
		catalogue_item.removed_at,
		catalogue_item.version` + ownColumn("'product', 'subscription'", "catalogue_item.id") + `
	FROM catalogue_item
	JOIN category ON category.id = catalogue_item.category_id`

func scanItem(r rows) (i tracker.CatalogueItem, err error) {
	var createdAt int64
	var removedAt *int64
	var own *string
	err = r.Scan(&i.ID, &i.Kind, &i.CategoryID, &i.CategoryName, &i.Name, &i.Details, &i.Status, &i.Cost, &i.NoticeDays, &i.PhotoHash, &createdAt, &removedAt, &i.Version, &own)
	i.Own, err = readOwn(own, err)
	i.CreatedAt, i.RemovedAt = instant(createdAt), instantOrNil(removedAt)
	return i, err
}

var itemList = list[tracker.CatalogueItem]{
	listOrder: listOrder{table: "catalogue_item", sorts: map[string]string{"name": "name_key", "createdAt": "created_at"}, fallback: "name"},
	selects:   itemSelect,
	scan:      scanItem,
}

// ItemQuery asks for catalogue items.
type ItemQuery struct {
	tracker.ListQuery
	Kind       tracker.CatalogueKind
	CategoryID string // of the category that was asked for
	Status     *tracker.Availability
	Cost       tracker.MoneyRange
	own        []ownFilter
}

func itemFilter(d dialect, q ItemQuery) *filter {
	f := &filter{}
	f.and("catalogue_item.kind = " + f.arg(q.Kind))
	f.and("catalogue_item.deleted_at IS NULL")
	if q.CategoryID == "" && q.Status == nil && q.Cost.Open() && len(q.Own) == 0 {
		f.kept = tallyItems(q.Kind)
	}
	if q.CategoryID != "" {
		f.and("catalogue_item.category_id = " + f.arg(q.CategoryID))
	}
	if q.Status != nil {
		f.and("catalogue_item.status = " + f.arg(*q.Status))
	}
	f.between("catalogue_item.cost", q.Cost)
	f.own("catalogue_item.id", func() string { return alwaysSeen(f) }, q.own)
	f.removed("catalogue_item", q.Removed)
	if q.CategoryID == "" && q.Status == nil && q.Cost.Open() && q.Search == "" {
		f.onlyOwn(tallyItems(q.Kind), q.Removed)
	}
	if q.Removed == tracker.RemovedExclude { // nor is its category marked
		f.kept = ""
		f.and("catalogue_item.category_id NOT IN (SELECT id FROM category WHERE removed_at IS NOT NULL)")
	}
	f.find(d, "catalogue_item", q.Search)
	return f
}

// Items lists a page of a catalogue, and the number of all its items.
func (q Queries) Items(ctx context.Context, iq ItemQuery) (list []tracker.CatalogueItem, total int, err error) {
	if iq.own, err = q.ownFilters(ctx, iq.Own); err != nil {
		return nil, 0, err
	}
	if iq.SortsByOwn() {
		return byOwn(ctx, q, itemList, itemFilter(q.dialect, iq), iq.ListQuery, alwaysSeen, itemID)
	}
	return itemList.page(ctx, q, itemFilter(q.dialect, iq), iq.ListQuery)
}

// EachItem passes on every item of a list, without pages.
func (q Queries) EachItem(ctx context.Context, iq ItemQuery, use func(tracker.CatalogueItem) error) (err error) {
	if iq.own, err = q.ownFilters(ctx, iq.Own); err != nil {
		return ignoreUnstorable(err)
	}
	if iq.SortsByOwn() {
		return eachByOwn(ctx, q, itemList, itemFilter(q.dialect, iq), iq.ListQuery, alwaysSeen, itemID, use)
	}
	return itemList.each(ctx, q, itemFilter(q.dialect, iq), iq.ListQuery, use)
}

func itemID(i tracker.CatalogueItem) string { return i.ID }

// Item reads one item of a catalogue.
func (q Queries) Item(ctx context.Context, kind tracker.CatalogueKind, id string) (tracker.CatalogueItem, error) {
	return one(ctx, q, scanItem, itemSelect+` WHERE catalogue_item.id = $1 AND catalogue_item.kind = $2 AND catalogue_item.deleted_at IS NULL`, id, kind)
}

// InsertItem adds an item.
func (tx *Tx) InsertItem(ctx context.Context, i tracker.CatalogueItem, by string) error {
	tx.replaceShare(share{}, itemShare(i))
	if err := tx.LoadItems(ctx, []tracker.CatalogueItem{i}, by); err != nil {
		return err
	}
	return tx.writeOwn(ctx, string(i.Kind), i.ID, nil, i.Own)
}

// LoadItems adds items to a catalogue without their totals.
func (tx *Tx) LoadItems(ctx context.Context, items []tracker.CatalogueItem, by string) error {
	rows := make([][]any, len(items))
	for i, it := range items {
		rows[i] = []any{it.ID, it.Kind, it.CategoryID, it.Name, searchKey(it.Name), searchText(&it.Name, it.Details), it.Details, it.Status, it.Cost, it.NoticeDays, it.PhotoHash,
			millis(it.CreatedAt), millisOrNil(it.RemovedAt), millis(it.CreatedAt), by}
	}
	return tx.load(ctx, "catalogue_item", `id, kind, category_id, name, name_key, search_text, details, status, cost, notice_days, photo_hash,
		created_at, removed_at, updated_at, updated_by`, rows)
}

func itemShare(i tracker.CatalogueItem) share {
	return listShare(tallyItems(i.Kind), i.Name, i.RemovedAt != nil)
}

// UpdateItem writes every editable field.
func (tx *Tx) UpdateItem(ctx context.Context, before, i tracker.CatalogueItem, by string, at time.Time) error {
	tx.replaceShare(itemShare(before), itemShare(i))
	if err := tx.writeOwn(ctx, string(i.Kind), i.ID, before.Own, i.Own); err != nil {
		return err
	}
	moves, isNewNotice := before.CategoryID != i.CategoryID, !isSame(before.NoticeDays, i.NoticeDays)
	if moves || isNewNotice {
		if err := tx.addUses(ctx, i.ID, moves, -1); err != nil {
			return err
		}
	}
	err := tx.edit(ctx, `
		UPDATE catalogue_item SET
			category_id = $2,
			name = $3,
			name_key = $4,
			search_text = $5,
			details = $6,
			status = $7,
			cost = $8,
			photo_hash = $9,
			notice_days = $10,
			version = version + 1,
			updated_at = $11,
			updated_by = $12
		WHERE id = $1 AND deleted_at IS NULL`,
		i.ID, i.CategoryID, i.Name, searchKey(i.Name), searchText(&i.Name, i.Details), i.Details, i.Status, i.Cost, i.PhotoHash, i.NoticeDays, millis(at), by)
	if err == nil && (moves || isNewNotice) {
		err = tx.addUses(ctx, i.ID, moves, 1)
	}
	return err
}

// addUses adds all uses of an item to the kept sums, or takes them away with the sign -1. Those of its category are among them; those of its past
// only if asked for.
func (tx *Tx) addUses(ctx context.Context, id string, withHistories bool, sign tracker.Money) error {
	uses, err := tx.sharesOfItem(ctx, id)
	if err != nil {
		return err
	}
	for _, s := range uses {
		if sign > 0 {
			tx.replaceShare(share{}, s)
		} else {
			tx.replaceShare(s, share{})
		}
	}
	if !withHistories {
		return nil
	}
	f := &filter{}
	return tx.addRecurring(ctx, subscriptionScope(f, "a.subscription_id = "+f.arg(id)), sign)
}

// ItemUses lists the projects' items that keep a catalogue item from being removed.
func (q Queries) ItemUses(ctx context.Context, kind tracker.CatalogueKind, id string, limit, offset int) ([]tracker.Dependant, int, error) {
	from := ` FROM project_product a JOIN project p ON p.id = a.project_id WHERE a.product_id = $1 AND a.deleted_at IS NULL`
	if kind == tracker.Subscriptions {
		from = ` FROM project_subscription a JOIN project p ON p.id = a.project_id WHERE a.subscription_id = $1 AND a.deleted_at IS NULL`
	}
	total, err := one(ctx, q, scanOne[int], "SELECT count(*)"+from, id)
	if err != nil {
		return nil, 0, err
	}
	list, err := many(ctx, q, func(r rows) (tracker.Dependant, error) {
		d := tracker.Dependant{Kind: "project" + upperFirst(string(kind))}
		return d, r.Scan(&d.ID, &d.ParentID, &d.ParentName)
	}, "SELECT a.id, p.id, p.name"+from+" ORDER BY p.name_key, a.rowno LIMIT $2 OFFSET $3", id, limit, offset)
	return list, total, err
}
