package app

import (
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
		load: (*work).loadItems,
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
