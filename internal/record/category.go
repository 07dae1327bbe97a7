package record

import (
	"cmp"
	"context"
	"errors"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func categoryEntity(kind tracker.CatalogueKind) string { return string(kind) + "Category" }

// Categories lists the categories of a catalogue.
func (r *Records) Categories(ctx context.Context, c change.Caller, kind tracker.CatalogueKind, q tracker.ListQuery) (tracker.Page[tracker.Category], error) {
	access, err := r.AccessAnywhere(ctx, c)
	if err != nil || !access.May(tracker.ReadCatalogues) {
		return tracker.NewPage([]tracker.Category{}, 0, q), err
	}
	list, total, err := r.Store.Categories(ctx, kind, q)
	return tracker.NewPage(list, total, q), err
}

// EachCategory streams what Categories would list, without pages.
func (r *Records) EachCategory(ctx context.Context, c change.Caller, kind tracker.CatalogueKind, q tracker.ListQuery, use func(tracker.Category) error) error {
	return change.Export(ctx, r.Engine, c, func(use func(tracker.Category) error) error {
		access, err := r.AccessAnywhere(ctx, c)
		if err != nil || !access.May(tracker.ReadCatalogues) {
			return err
		}
		return r.Store.EachCategory(ctx, kind, q, use)
	}, use)
}

// CreateCategory adds a category.
func (r *Records) CreateCategory(ctx context.Context, c change.Caller, kind tracker.CatalogueKind, in tracker.CategoryInput) (change.Saved[tracker.Category], error) {
	return change.Create(ctx, r.Engine, c, categoryEntity(kind), (*change.Mutation).RequireAdmin, tracker.Validate(&in),
		func(m *change.Mutation, id string) (tracker.Category, change.Change, error) {
			category := tracker.Category{ID: id, Kind: kind, Name: in.Name}
			if _, err := m.Category(ctx, kind, in.Name); !errors.Is(err, tracker.ErrNotFound) {
				return category, change.Unchanged, cmp.Or[error](err, tracker.ErrCategoryTaken)
			}
			m.Write(func(tx *store.Tx) error {
				err := tx.InsertCategory(ctx, category, m.Caller.User.ID, m.Now)
				if errors.Is(err, store.ErrTaken) { // another replica was faster
					err = tracker.ErrCategoryTaken
				}
				return err
			})
			return category, change.Change{Name: category.Name, After: category}, nil
		}, func(string) (tracker.Category, error) { return r.Store.Category(ctx, kind, in.Name) })
}

// RenameCategory gives a category another name; its items follow.
func (r *Records) RenameCategory(ctx context.Context, c change.Caller, kind tracker.CatalogueKind, in tracker.CategoryRename) (change.Saved[tracker.Category], error) {
	invalid := tracker.Validate(&in)
	return change.Save(ctx, r.Engine, c, "edit", func(m *change.Mutation) (category tracker.Category, ch change.Change, err error) {
		if err := cmp.Or(m.RequireAdmin(), invalid); err != nil { // rights come first
			return category, change.Unchanged, err
		}
		if category, err = m.Category(ctx, kind, in.Name); err != nil {
			return category, change.Unchanged, err
		}
		return rename(ctx, m, category, in.NewName)
	})
}

// rename decides to give a category another name, and returns the category as it is then.
func rename(ctx context.Context, m *change.Mutation, before tracker.Category, name string) (tracker.Category, change.Change, error) {
	other, err := m.Category(ctx, before.Kind, name)
	switch {
	case err == nil && other.ID != before.ID:
		return before, change.Unchanged, tracker.ErrNewNameTaken
	case err != nil && !errors.Is(err, tracker.ErrNotFound):
		return before, change.Unchanged, err
	case name == before.Name:
		return before, change.Unchanged, nil
	}
	after := before
	after.Name = name
	m.Write(func(tx *store.Tx) error {
		err := tx.RenameCategory(ctx, before, after, m.Caller.User.ID, m.Now)
		if errors.Is(err, store.ErrTaken) { // another replica was faster
			err = tracker.ErrNewNameTaken
		}
		return err
	})
	return after, change.Change{Entity: categoryEntity(before.Kind), ID: before.ID, Name: name, Before: before, After: after}, nil
}

// categoryRemoval finds by name. One that is gone can be restored, unless its name
// was given away meanwhile.
func categoryRemoval(ctx context.Context, of tracker.CatalogueKind, name string) change.Removal {
	return change.Removal{Kind: change.Kinds[categoryEntity(of)], Find: func(m *change.Mutation) (store.Removable, error) {
		if err := m.RequireAdmin(); err != nil {
			return store.Removable{}, err
		}
		return m.RemovableCategory(ctx, of, name)
	}}
}

// RemoveCategory removes a category; one with items is only marked.
func (r *Records) RemoveCategory(ctx context.Context, c change.Caller, kind tracker.CatalogueKind, name string) (change.Saved[tracker.RemovalResult], error) {
	return change.Remove(ctx, r.Engine, c, categoryRemoval(ctx, kind, name))
}

// RestoreCategory clears the removal mark, or brings a removed category back.
func (r *Records) RestoreCategory(ctx context.Context, c change.Caller, kind tracker.CatalogueKind, name string) (change.Saved[tracker.RestoreResult], error) {
	return change.Restore(ctx, r.Engine, c, categoryRemoval(ctx, kind, name))
}

// CategoryDependants lists the items that keep a category from being removed.
func (r *Records) CategoryDependants(ctx context.Context, c change.Caller, kind tracker.CatalogueKind, name string, q tracker.ListQuery) (tracker.Dependants, error) {
	if err := c.RequireAdmin(); err != nil {
		return tracker.Dependants{}, err
	}
	category, err := r.Store.Category(ctx, kind, name)
	if err != nil {
		return tracker.Dependants{}, err
	}
	list, total, err := r.Store.CategoryItems(ctx, category, q.PageSize, q.Offset())
	return tracker.Dependants{Total: total, Data: list}, err
}
