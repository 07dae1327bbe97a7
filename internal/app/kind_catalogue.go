package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// itemKind describes the items of a catalogue.
func itemKind(of tracker.CatalogueKind) kind {
	return kind{
		name: string(of), catalogue: of, hearers: hearersOfCatalogues,
		mayUndo: mayUndoAsAdmin, undoEdit: (*undoing).catalogueItem, rule: store.ItemRemoval, removable: (*mutation).removableItem,
		load: (*work).loadItems, action: (*bulking).itemAction,
		imports: &imports{nameField: "name", find: (*comparison).findItems, load: (*work).loadItems,
			record: (*comparison).item, match: (*work).matchItems, apply: (*mutation).importItem},
	}
}

// categoryKind describes the categories of a catalogue.
func categoryKind(of tracker.CatalogueKind) kind {
	return kind{
		name: categoryEntity(of), catalogue: of, hearers: hearersOfCatalogues,
		mayUndo: mayUndoAsAdmin, undoEdit: (*undoing).category, rule: store.CategoryRemoval, removable: (*mutation).removableCategory,
	}
}

func hearersOfCatalogues(store.Change) store.Audience {
	return store.Audience{Clients: true, Roles: tracker.RolesThatMay(tracker.ReadCatalogues)}
}

func mayUndoAsAdmin(c Caller, _ store.ListedChange, _ differences, _ tracker.Access) error {
	return c.requireAdmin()
}

// removableItem: an id of the other catalogue is as unknown here as any.
func (m *mutation) removableItem(ctx context.Context, k *kind, id string) (store.Removable, error) {
	if err := m.requireAdmin(); err != nil {
		return store.Removable{}, err
	}
	return m.RemovableItem(ctx, k.catalogue, id)
}

func (m *mutation) removableCategory(ctx context.Context, k *kind, id string) (store.Removable, error) {
	if err := m.requireAdmin(); err != nil {
		return store.Removable{}, err
	}
	return m.RemovableCategoryByID(ctx, k.catalogue, id)
}

// catalogueItem restores fields of an item.
func (u *undoing) catalogueItem(ctx context.Context, m *mutation, logged store.ListedChange, d differences) (change, error) {
	return only(m.editItem(ctx, kinds[logged.Entity].catalogue, logged.EntityID, tracker.Opt[int]{}, func(m *mutation, i *tracker.CatalogueItem) error {
		return u.item(ctx, m, logged, d, i)
	}))
}

// item restores fields of a catalogue item. Its category may have another name by now, or be
// removed. A category that was marked removed before the item left it takes it back.
func (u *undoing) item(ctx context.Context, m *mutation, logged store.ListedChange, d differences, i *tracker.CatalogueItem) error {
	now := i.CategoryID
	restored, err := u.restore(logged, d, i.Logged(), i)
	if err != nil {
		return err
	}
	if restored["photoUrl"] {
		if i.PhotoHash, err = u.photo(ctx, m, logged, i.PhotoURL); err != nil {
			return err
		}
	}
	if !restored["categoryName"] {
		return nil
	}
	var category tracker.Category
	var id string
	if json.Unmarshal([]byte(d.before["categoryId"]), &id) == nil {
		category, err = m.CategoryByID(ctx, i.Kind, id)
	} else { // logged before the id was
		category, err = m.Category(ctx, i.Kind, i.CategoryName)
	}
	if errors.Is(err, tracker.ErrNotFound) {
		return refused(logged, "The category "+i.CategoryName+" is removed. Restore it first.")
	}
	if err == nil && category.IsRemoved && category.ID != now && !wasMarked(category.RemovedAt, &logged.At) {
		err = tracker.PendingRemove("category", category.Name)
	}
	i.CategoryID, i.CategoryName = category.ID, category.Name
	return err
}

// category takes back that a category got another name.
func (u *undoing) category(ctx context.Context, m *mutation, logged store.ListedChange, d differences) (change, error) {
	before, err := m.CategoryByID(ctx, kinds[logged.Entity].catalogue, logged.EntityID)
	if err != nil {
		return unchanged, err
	}
	after := before
	if _, err := u.restore(logged, d, before, &after); err != nil {
		return unchanged, err
	}
	return only(m.rename(ctx, before, after.Name))
}

// loadItems reads items, and the categories of others.
func (w *work) loadItems(ctx context.Context, k *kind, keys []rowKeys) (err error) {
	var categories []string
	for _, key := range keys {
		if key.CategoryName != "" {
			categories = append(categories, key.CategoryName)
		}
	}
	if w.loaded.items, err = w.ItemsByID(ctx, k.catalogue, idsOf(keys)); err == nil {
		w.loaded.categories, err = w.CategoriesByName(ctx, k.catalogue, categories)
	}
	return err
}

func (w *work) matchItems(ctx context.Context, k *kind, _, names []string) (map[string]store.Match, error) {
	return w.MatchItems(ctx, k.catalogue, names)
}

// itemAction edits items of a catalogue.
func (b *bulking) itemAction(ctx context.Context, k *kind, action string, params tracker.BulkParams) (recordAction, error) {
	edit := func(m *mutation, i *tracker.CatalogueItem) error { return m.categoryFor(ctx, i, params.CategoryName) }
	if action == "setStatus" {
		status, err := readStatus[tracker.Availability](params)
		if err != nil {
			return nil, err
		}
		edit = func(_ *mutation, i *tracker.CatalogueItem) error {
			i.Status = status
			return nil
		}
	} else {
		in := struct {
			CategoryName string `json:"categoryName" rule:"existingName,required"`
		}{params.CategoryName}
		if err := tracker.Validate(&in); err != nil {
			return nil, err
		}
		b.before = func(ctx context.Context, records []store.BulkRecord) (err error) {
			if err = b.loadRecords(ctx, records); err == nil {
				b.loaded.categories, err = b.CategoriesByName(ctx, k.catalogue, []string{in.CategoryName})
			}
			return err
		}
	}
	return func(ctx context.Context, record store.BulkRecord) error {
		return b.do(ctx, "edit", func(m *mutation) (change, error) {
			return only(m.editItem(ctx, k.catalogue, record.ID, tracker.Opt[int]{}, edit))
		})
	}, nil
}

func (c *comparison) findItems(ctx context.Context, rows []*compared) error {
	rows = withoutID(rows)
	found, err := c.MatchItems(ctx, c.of.catalogue, textsOf(rows, "name"))
	for _, r := range rows {
		if category, name := r.text("categoryName"), r.text("name"); category != "" && name != "" {
			key := store.MatchKey(store.CategoryKey(category), name)
			r.take(key, found[key], "name")
		}
	}
	return err
}

func (m *mutation) importItem(ctx context.Context, k *kind, row store.ImportRow) (change, error) {
	in := tracker.CatalogueInput(&tracker.ProductInput{})
	if k.catalogue == tracker.Subscriptions {
		in = &tracker.SubscriptionInput{}
	}
	if err := cmp.Or(m.requireAdmin(), tracker.Imported(row.Input, in)); err != nil {
		return unchanged, err
	}
	if err := tracker.Validate(in); err != nil {
		return unchanged, err
	}
	if row.ID == nil {
		return only(m.newItem(ctx, k.catalogue, newID(), in))
	}
	return only(m.editItem(ctx, k.catalogue, *row.ID, tracker.Some(row.Version), func(m *mutation, i *tracker.CatalogueItem) error {
		in.Apply(i)
		return m.categoryFor(ctx, i, in.Category())
	}))
}

// item is the item that a row edits.
func (c *comparison) item(r *compared) (storedRecord, error) {
	of, found := c.loaded.items[*r.ID]
	if !found {
		return storedRecord{}, tracker.ErrNotFound
	}
	return storedRecord{of.Name, of.Version, of.Entity()}, nil
}
