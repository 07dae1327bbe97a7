package app

import (
	"context"
	"errors"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// The two catalogues are one implementation. Administrators write them; moderators
// read them, and see what a subscription costs if they may see cost on anything;
// everyone else finds them empty.

func (a *App) shown(i tracker.CatalogueItem, access tracker.Access) tracker.CatalogueItem {
	i.PhotoURL = a.photoURL(i.PhotoHash)
	if !access.May(tracker.SeeCost) {
		i.Cost = nil
	}
	return i
}

// ItemFilter is what a list of items can be narrowed by.
type ItemFilter struct {
	CategoryName string
	Status       *tracker.Availability
	Cost         tracker.MoneyRange
}

// mayFilterItems refuses a filter by cost to those who may see none.
func mayFilterItems(access tracker.Access, f ItemFilter) error {
	if !f.Cost.Open() && !access.May(tracker.SeeCost) {
		return rangeNeedsCost("Cost", f.Cost)
	}
	return nil
}

// itemQuery resolves the category a list asks for; found is false when there is none of that name.
func (a *App) itemQuery(ctx context.Context, kind tracker.CatalogueKind, q tracker.ListQuery, f ItemFilter) (iq store.ItemQuery, found bool, err error) {
	iq = store.ItemQuery{ListQuery: q, Kind: kind, Status: f.Status, Cost: f.Cost}
	if f.CategoryName == "" {
		return iq, true, nil
	}
	category, err := a.store.Category(ctx, kind, f.CategoryName)
	if errors.Is(err, tracker.ErrNotFound) {
		return iq, false, nil
	}
	iq.CategoryID = category.ID
	return iq, true, err
}

// Items lists a catalogue.
func (a *App) Items(ctx context.Context, c Caller, kind tracker.CatalogueKind, q tracker.ListQuery, f ItemFilter) (tracker.Page[tracker.CatalogueItem], error) {
	empty := tracker.NewPage([]tracker.CatalogueItem{}, 0, q)
	access, err := a.accessAnywhere(ctx, c)
	if err == nil {
		err = mayFilterItems(access, f)
	}
	if err != nil || !access.May(tracker.ReadCatalogues) {
		return empty, err
	}
	iq, found, err := a.itemQuery(ctx, kind, q, f)
	if err != nil || !found {
		return empty, err
	}
	list, total, err := a.store.Items(ctx, iq)
	for i := range list {
		list[i] = a.shown(list[i], access)
	}
	return tracker.NewPage(list, total, q), err
}

// EachItem streams what Items would list, without pages.
func (a *App) EachItem(ctx context.Context, c Caller, kind tracker.CatalogueKind, q tracker.ListQuery, f ItemFilter, use func(tracker.CatalogueItem) error) error {
	return export(ctx, a, c, func(use func(tracker.CatalogueItem) error) error {
		access, err := a.accessAnywhere(ctx, c)
		if err == nil {
			err = mayFilterItems(access, f)
		}
		if err != nil || !access.May(tracker.ReadCatalogues) {
			return err
		}
		iq, found, err := a.itemQuery(ctx, kind, q, f)
		if err != nil || !found {
			return err
		}
		return a.store.EachItem(ctx, iq, func(i tracker.CatalogueItem) error { return use(a.shown(i, access)) })
	}, use)
}

// Item reads one item.
func (a *App) Item(ctx context.Context, c Caller, kind tracker.CatalogueKind, id string) (tracker.CatalogueItem, error) {
	access, err := a.accessAnywhere(ctx, c)
	if err == nil && !access.May(tracker.ReadCatalogues) {
		err = tracker.ErrNotFound
	}
	if err != nil {
		return tracker.CatalogueItem{}, err
	}
	i, err := a.store.Item(ctx, kind, id)
	return a.shown(i, access), err
}

// categoryFor finds the category an item shall be in. One that is marked
// removed takes no new items; those it has may be edited.
func (m *mutation) categoryFor(ctx context.Context, i *tracker.CatalogueItem, name string) error {
	category, isLoaded := m.loaded.categories[store.CategoryKey(name)]
	var err error
	if !isLoaded {
		category, err = m.Category(ctx, i.Kind, name)
	}
	if errors.Is(err, tracker.ErrNotFound) {
		return tracker.ErrUnknownCategory
	}
	if err == nil && category.IsRemoved && category.ID != i.CategoryID {
		err = tracker.PendingRemove("category", category.Name)
	}
	i.CategoryID, i.CategoryName = category.ID, category.Name
	return err
}

// CreateItem adds an item to a catalogue.
func (a *App) CreateItem(ctx context.Context, c Caller, kind tracker.CatalogueKind, in tracker.CatalogueInput) (Saved[tracker.CatalogueItem], error) {
	return create(ctx, a, c, string(kind), (*mutation).requireAdmin, tracker.Validate(in), func(m *mutation, id string) (tracker.CatalogueItem, change, error) {
		return m.newItem(ctx, kind, id, in)
	}, func(id string) (tracker.CatalogueItem, error) { return a.Item(ctx, c, kind, id) })
}

// newItem decides to add an item to a catalogue, for administrators.
func (m *mutation) newItem(ctx context.Context, kind tracker.CatalogueKind, id string, in tracker.CatalogueInput) (tracker.CatalogueItem, change, error) {
	item := tracker.CatalogueItem{ID: id, Kind: kind, CreatedAt: m.now, Version: 1}
	in.Apply(&item)
	err := m.categoryFor(ctx, &item, in.Category())
	m.write(func(tx *store.Tx) error { return tx.InsertItem(ctx, item, m.caller.User.ID) })
	return item, change{entity: string(kind), id: id, name: item.Name, after: item.Logged()}, err
}

// changeItem is the way all edits of an item's own fields go.
func (a *App) changeItem(ctx context.Context, c Caller, kind tracker.CatalogueKind, id string, version tracker.Opt[int], action string, edit func(m *mutation, i *tracker.CatalogueItem) error) (Saved[tracker.CatalogueItem], error) {
	return save(ctx, a, c, action, func(m *mutation) (tracker.CatalogueItem, change, error) {
		return m.editItem(ctx, kind, id, version, edit)
	})
}

// editItem decides an edit of an item, and returns the item as it is then.
func (m *mutation) editItem(ctx context.Context, kind tracker.CatalogueKind, id string, version tracker.Opt[int], edit func(m *mutation, i *tracker.CatalogueItem) error) (tracker.CatalogueItem, change, error) {
	before, isLoaded := m.loaded.items[id]
	err := m.requireAdmin()
	before.PhotoURL = m.a.photoURL(before.PhotoHash)
	if !isLoaded {
		before, err = m.a.itemFor(ctx, m.Queries, m.caller, kind, id)
	}
	if err != nil {
		return before, unchanged, err
	}
	after := before
	if err := edit(m, &after); err != nil {
		return before, unchanged, err
	}
	if err := m.checkVersion(ctx, version, before.Version, string(kind), id, before.Entity()); err != nil || same(before, after) {
		return before, unchanged, err
	}
	after.PhotoURL, after.Version = m.a.photoURL(after.PhotoHash), before.Version+1
	m.releasePhoto(ctx, before.PhotoHash, after.PhotoHash)
	m.write(func(tx *store.Tx) error { return tx.UpdateItem(ctx, before, after, m.caller.User.ID, m.now) })
	return after, change{entity: string(kind), id: id, name: after.Name, before: before.Logged(), after: after.Logged()}, nil
}

// itemFor reads an item, for administrators.
func (a *App) itemFor(ctx context.Context, q store.Queries, c Caller, kind tracker.CatalogueKind, id string) (tracker.CatalogueItem, error) {
	if err := c.requireAdmin(); err != nil {
		return tracker.CatalogueItem{}, err
	}
	item, err := q.Item(ctx, kind, id)
	item.PhotoURL = a.photoURL(item.PhotoHash)
	return item, err
}

// EditItem changes an item's fields.
func (a *App) EditItem(ctx context.Context, c Caller, kind tracker.CatalogueKind, id string, version tracker.Opt[int], in tracker.CatalogueInput) (Saved[tracker.CatalogueItem], error) {
	invalid := tracker.Validate(in)
	return a.changeItem(ctx, c, kind, id, version, "edit", func(m *mutation, i *tracker.CatalogueItem) error {
		if invalid != nil {
			return invalid
		}
		in.Apply(i)
		return m.categoryFor(ctx, i, in.Category())
	})
}

// SetProductPhoto sets a product's photo; no bytes remove it.
func (a *App) SetProductPhoto(ctx context.Context, c Caller, id string, raw []byte) (saved Saved[tracker.CatalogueItem], err error) {
	if _, err := a.itemFor(ctx, a.store.Queries, c, tracker.Products, id); err != nil {
		return saved, err
	}
	image, err := a.readPhoto(ctx, raw)
	if err != nil {
		return saved, err
	}
	return a.changeItem(ctx, c, tracker.Products, id, tracker.Opt[int]{}, "photo", func(m *mutation, i *tracker.CatalogueItem) error {
		i.PhotoHash = m.keepPhoto(ctx, image)
		return nil
	})
}

// RemoveItem removes an item; one that projects use is only marked.
func (a *App) RemoveItem(ctx context.Context, c Caller, kind tracker.CatalogueKind, id string) (Saved[tracker.RemovalResult], error) {
	return a.remove(ctx, c, kinds[string(kind)].removal(ctx, id))
}

// RestoreItem clears the removal mark, or brings a removed item back.
func (a *App) RestoreItem(ctx context.Context, c Caller, kind tracker.CatalogueKind, id string) (Saved[tracker.RestoreResult], error) {
	return a.restore(ctx, c, kinds[string(kind)].removal(ctx, id))
}

// ItemDependants lists the projects that keep an item from being removed.
func (a *App) ItemDependants(ctx context.Context, c Caller, kind tracker.CatalogueKind, id string, q tracker.ListQuery) (tracker.Dependants, error) {
	item, err := a.itemFor(ctx, a.store.Queries, c, kind, id)
	if err != nil {
		return tracker.Dependants{}, err
	}
	list, total, err := a.store.ItemUses(ctx, kind, id, q.PageSize, q.Offset())
	for i := range list {
		list[i].Name = item.Name
	}
	return tracker.Dependants{Total: total, Data: list}, err
}
