package app

import (
	"cmp"
	"context"
	"errors"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

func categoryEntity(kind tracker.CatalogueKind) string { return string(kind) + "Category" }

// Categories lists the categories of a catalogue.
func (a *App) Categories(ctx context.Context, c Caller, kind tracker.CatalogueKind, q tracker.ListQuery) (tracker.Page[tracker.Category], error) {
	access, err := a.accessAnywhere(ctx, c)
	if err != nil || !access.May(tracker.ReadCatalogues) {
		return tracker.NewPage([]tracker.Category{}, 0, q), err
	}
	list, total, err := a.store.Categories(ctx, kind, q)
	return tracker.NewPage(list, total, q), err
}

// EachCategory streams what Categories would list, without pages.
func (a *App) EachCategory(ctx context.Context, c Caller, kind tracker.CatalogueKind, q tracker.ListQuery, use func(tracker.Category) error) error {
	return export(ctx, a, c, func(use func(tracker.Category) error) error {
		access, err := a.accessAnywhere(ctx, c)
		if err != nil || !access.May(tracker.ReadCatalogues) {
			return err
		}
		return a.store.EachCategory(ctx, kind, q, use)
	}, use)
}

// CreateCategory adds a category.
func (a *App) CreateCategory(ctx context.Context, c Caller, kind tracker.CatalogueKind, in tracker.CategoryInput) (Saved[tracker.Category], error) {
	return create(ctx, a, c, categoryEntity(kind), (*mutation).requireAdmin, tracker.Validate(&in), func(m *mutation, id string) (tracker.Category, change, error) {
		category := tracker.Category{ID: id, Kind: kind, Name: in.Name}
		if _, err := m.Category(ctx, kind, in.Name); !errors.Is(err, tracker.ErrNotFound) {
			return category, unchanged, cmp.Or[error](err, tracker.ErrCategoryTaken)
		}
		m.write(func(tx *store.Tx) error {
			err := tx.InsertCategory(ctx, category, m.caller.User.ID, m.now)
			if errors.Is(err, store.ErrTaken) { // another replica was faster
				err = tracker.ErrCategoryTaken
			}
			return err
		})
		return category, change{name: category.Name, after: category}, nil
	}, func(string) (tracker.Category, error) { return a.store.Category(ctx, kind, in.Name) })
}

// RenameCategory gives a category another name; its items follow.
func (a *App) RenameCategory(ctx context.Context, c Caller, kind tracker.CatalogueKind, in tracker.CategoryRename) (Saved[tracker.Category], error) {
	invalid := tracker.Validate(&in)
	return save(ctx, a, c, "edit", func(m *mutation) (category tracker.Category, ch change, err error) {
		if err := cmp.Or(m.requireAdmin(), invalid); err != nil { // rights come first
			return category, unchanged, err
		}
		if category, err = m.Category(ctx, kind, in.Name); err != nil {
			return category, unchanged, err
		}
		return m.rename(ctx, category, in.NewName)
	})
}

// rename decides to give a category another name, and returns the category as it is then.
func (m *mutation) rename(ctx context.Context, before tracker.Category, name string) (tracker.Category, change, error) {
	other, err := m.Category(ctx, before.Kind, name)
	switch {
	case err == nil && other.ID != before.ID:
		return before, unchanged, tracker.ErrNewNameTaken
	case err != nil && !errors.Is(err, tracker.ErrNotFound):
		return before, unchanged, err
	case name == before.Name:
		return before, unchanged, nil
	}
	after := before
	after.Name = name
	m.write(func(tx *store.Tx) error {
		err := tx.RenameCategory(ctx, before, after, m.caller.User.ID, m.now)
		if errors.Is(err, store.ErrTaken) { // another replica was faster
			err = tracker.ErrNewNameTaken
		}
		return err
	})
	return after, change{entity: categoryEntity(before.Kind), id: before.ID, name: name, before: before, after: after}, nil
}

// categoryRemoval finds by name. One that is gone can be restored, unless its name
// was given away meanwhile.
func categoryRemoval(ctx context.Context, of tracker.CatalogueKind, name string) removal {
	return removal{kinds[categoryEntity(of)], func(m *mutation) (store.Removable, error) {
		if err := m.requireAdmin(); err != nil {
			return store.Removable{}, err
		}
		return m.RemovableCategory(ctx, of, name)
	}}
}

// RemoveCategory removes a category; one with items is only marked.
func (a *App) RemoveCategory(ctx context.Context, c Caller, kind tracker.CatalogueKind, name string) (Saved[tracker.RemovalResult], error) {
	return a.remove(ctx, c, categoryRemoval(ctx, kind, name))
}

// RestoreCategory clears the removal mark, or brings a removed category back.
func (a *App) RestoreCategory(ctx context.Context, c Caller, kind tracker.CatalogueKind, name string) (Saved[tracker.RestoreResult], error) {
	return a.restore(ctx, c, categoryRemoval(ctx, kind, name))
}

// CategoryDependants lists the items that keep a category from being removed.
func (a *App) CategoryDependants(ctx context.Context, c Caller, kind tracker.CatalogueKind, name string, q tracker.ListQuery) (tracker.Dependants, error) {
	if err := c.requireAdmin(); err != nil {
		return tracker.Dependants{}, err
	}
	category, err := a.store.Category(ctx, kind, name)
	if err != nil {
		return tracker.Dependants{}, err
	}
	list, total, err := a.store.CategoryItems(ctx, category, q.PageSize, q.Offset())
	return tracker.Dependants{Total: total, Data: list}, err
}
