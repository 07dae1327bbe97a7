package record

import (
	"context"
	"encoding/json"
	"errors"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// itemKind describes the items of a catalogue.
func itemKind(of tracker.CatalogueKind) change.Kind {
	return change.Kind{
		Name: string(of), Catalogue: of, Hearers: hearersOfCatalogues,
		MayUndo: mayUndoAsAdmin, UndoEdit: undoCatalogueItem, Rule: store.ItemRemoval, Removable: removableItem,
		Load: LoadItems, SetOwn: setOwnOfItem,
	}
}

// categoryKind describes the categories of a catalogue.
func categoryKind(of tracker.CatalogueKind) change.Kind {
	return change.Kind{
		Name: categoryEntity(of), Catalogue: of, Hearers: hearersOfCatalogues,
		MayUndo: mayUndoAsAdmin, UndoEdit: undoCategory, Rule: store.CategoryRemoval, Removable: removableCategory,
	}
}

func hearersOfCatalogues(store.Change) store.Audience {
	return store.Audience{Clients: true, Roles: tracker.RolesThatMay(tracker.ReadCatalogues)}
}

func mayUndoAsAdmin(c change.Caller, _ store.ListedChange, _ change.Differences, _ tracker.Access) error {
	return c.RequireAdmin()
}

// removableItem: an id of the other catalogue is as unknown here as any.
func removableItem(ctx context.Context, m *change.Mutation, k *change.Kind, id string) (store.Removable, error) {
	if err := m.RequireAdmin(); err != nil {
		return store.Removable{}, err
	}
	return m.RemovableItem(ctx, k.Catalogue, id)
}

func removableCategory(ctx context.Context, m *change.Mutation, k *change.Kind, id string) (store.Removable, error) {
	if err := m.RequireAdmin(); err != nil {
		return store.Removable{}, err
	}
	return m.RemovableCategoryByID(ctx, k.Catalogue, id)
}

// undoCatalogueItem restores fields of an item.
func undoCatalogueItem(ctx context.Context, u *change.Undoing, m *change.Mutation, logged store.ListedChange, d change.Differences) (change.Change, error) {
	return change.Only(DecideItem(ctx, m, change.Kinds[logged.Entity].Catalogue, logged.EntityID, tracker.Opt[int]{}, func(m *change.Mutation, i *tracker.CatalogueItem) error {
		return undoItem(ctx, u, m, logged, d, i)
	}))
}

var categoryRemoved = tracker.NewSentence("undo.category", "The category {name} is removed. Restore it first.")

// undoItem restores fields of a catalogue item. Its category may have another name by now, or be
// removed. A category that was marked removed before the item left it takes it back.
func undoItem(ctx context.Context, u *change.Undoing, m *change.Mutation, logged store.ListedChange, d change.Differences, i *tracker.CatalogueItem) error {
	now := i.CategoryID
	restored, err := u.Restore(logged, d, i.Logged(), i)
	if err != nil {
		return err
	}
	if restored["photoUrl"] {
		if i.PhotoHash, err = u.Photo(ctx, m, logged, i.PhotoURL); err != nil {
			return err
		}
	}
	if !restored["categoryName"] {
		return nil
	}
	var category tracker.Category
	var id string
	if json.Unmarshal([]byte(d.Before["categoryId"]), &id) == nil {
		category, err = m.CategoryByID(ctx, i.Kind, id)
	} else { // logged before the id was
		category, err = m.Category(ctx, i.Kind, i.CategoryName)
	}
	if errors.Is(err, tracker.ErrNotFound) {
		return change.Refused(logged, categoryRemoved.With(i.CategoryName))
	}
	if err == nil && category.IsRemoved && category.ID != now && !change.WasMarked(category.RemovedAt, &logged.At) {
		err = tracker.PendingRemove("category", category.Name)
	}
	i.CategoryID, i.CategoryName = category.ID, category.Name
	return err
}

// undoCategory takes back that a category got another name.
func undoCategory(ctx context.Context, u *change.Undoing, m *change.Mutation, logged store.ListedChange, d change.Differences) (change.Change, error) {
	before, err := m.CategoryByID(ctx, change.Kinds[logged.Entity].Catalogue, logged.EntityID)
	if err != nil {
		return change.Unchanged, err
	}
	after := before
	if _, err := u.Restore(logged, d, before, &after); err != nil {
		return change.Unchanged, err
	}
	return change.Only(rename(ctx, m, before, after.Name))
}

// LoadItems reads items, and the categories of others.
func LoadItems(ctx context.Context, w *change.Work, k *change.Kind, keys []change.RowKeys) (err error) {
	var categories []string
	for _, key := range keys {
		if key.CategoryName != "" {
			categories = append(categories, key.CategoryName)
		}
	}
	if w.Loaded.Items, err = w.ItemsByID(ctx, k.Catalogue, change.IdsOf(keys)); err == nil {
		w.Loaded.Categories, err = w.CategoriesByName(ctx, k.Catalogue, categories)
	}
	return err
}
