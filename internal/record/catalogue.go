package record

import (
	"context"
	"errors"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// The two catalogues are one implementation. Administrators write them; moderators
// read them, and see what a subscription costs if they may see cost on anything;
// everyone else finds them empty.

func (r *Records) shown(i tracker.CatalogueItem, access tracker.Access) tracker.CatalogueItem {
	i.PhotoURL = r.PhotoURL(i.PhotoHash)
	if !access.May(tracker.SeeCost) {
		i.Cost = nil
	}
	i.Own = i.Own.Seen(access)
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
func (r *Records) itemQuery(ctx context.Context, kind tracker.CatalogueKind, q tracker.ListQuery, f ItemFilter) (iq store.ItemQuery, found bool, err error) {
	iq = store.ItemQuery{ListQuery: q, Kind: kind, Status: f.Status, Cost: f.Cost}
	if f.CategoryName == "" {
		return iq, true, nil
	}
	category, err := r.Store.Category(ctx, kind, f.CategoryName)
	if errors.Is(err, tracker.ErrNotFound) {
		return iq, false, nil
	}
	iq.CategoryID = category.ID
	return iq, true, err
}

// Items lists a catalogue.
func (r *Records) Items(ctx context.Context, c change.Caller, kind tracker.CatalogueKind, q tracker.ListQuery, f ItemFilter) (tracker.Page[tracker.CatalogueItem], error) {
	empty := tracker.NewPage([]tracker.CatalogueItem{}, 0, q)
	access, err := r.AccessAnywhere(ctx, c)
	if err == nil {
		err = mayFilterItems(access, f)
	}
	if err != nil || !access.May(tracker.ReadCatalogues) {
		return empty, err
	}
	if err := r.ownQuery(ctx, c, string(kind), &q); err != nil {
		return empty, err
	}
	iq, found, err := r.itemQuery(ctx, kind, q, f)
	if err != nil || !found {
		return empty, err
	}
	list, total, err := r.Store.Items(ctx, iq)
	for i := range list {
		list[i] = r.shown(list[i], access)
	}
	return tracker.NewPage(list, total, q), err
}

// EachItem streams what Items would list, without pages.
func (r *Records) EachItem(ctx context.Context, c change.Caller, kind tracker.CatalogueKind, q tracker.ListQuery, f ItemFilter, use func(tracker.CatalogueItem) error) error {
	return change.Export(ctx, r.Engine, c, func(use func(tracker.CatalogueItem) error) error {
		access, err := r.AccessAnywhere(ctx, c)
		if err == nil {
			err = mayFilterItems(access, f)
		}
		if err != nil || !access.May(tracker.ReadCatalogues) {
			return err
		}
		if err := r.ownQuery(ctx, c, string(kind), &q); err != nil {
			return err
		}
		iq, found, err := r.itemQuery(ctx, kind, q, f)
		if err != nil || !found {
			return err
		}
		return r.Store.EachItem(ctx, iq, func(i tracker.CatalogueItem) error { return use(r.shown(i, access)) })
	}, use)
}

// Item reads one item.
func (r *Records) Item(ctx context.Context, c change.Caller, kind tracker.CatalogueKind, id string) (tracker.CatalogueItem, error) {
	access, err := r.AccessAnywhere(ctx, c)
	if err == nil && !access.May(tracker.ReadCatalogues) {
		err = tracker.ErrNotFound
	}
	if err != nil {
		return tracker.CatalogueItem{}, err
	}
	i, err := r.Store.Item(ctx, kind, id)
	return r.shown(i, access), err
}

// CategoryFor finds the category an item shall be in. One that is marked
// removed takes no new items; those it has may be edited.
func CategoryFor(ctx context.Context, m *change.Mutation, i *tracker.CatalogueItem, name string) error {
	category, isLoaded := m.Loaded.Categories[store.CategoryKey(name)]
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
func (r *Records) CreateItem(ctx context.Context, c change.Caller, kind tracker.CatalogueKind, in tracker.CatalogueInput) (change.Saved[tracker.CatalogueItem], error) {
	return change.Create(ctx, r.Engine, c, string(kind), (*change.Mutation).RequireAdmin, tracker.Validate(in),
		func(m *change.Mutation, id string) (tracker.CatalogueItem, change.Change, error) {
			return NewItem(ctx, m, kind, id, in)
		}, func(id string) (tracker.CatalogueItem, error) { return r.Item(ctx, c, kind, id) })
}

// NewItem decides to add an item to a catalogue, for administrators.
func NewItem(ctx context.Context, m *change.Mutation, kind tracker.CatalogueKind, id string, in tracker.CatalogueInput) (tracker.CatalogueItem, change.Change, error) {
	item := tracker.CatalogueItem{ID: id, Kind: kind, CreatedAt: m.Now, Version: 1}
	in.Apply(&item)
	m.Access = tracker.Access{Admin: true}
	if err := SetOwn(ctx, m, string(kind), &item.Own, in.OwnFields(), true); err != nil {
		return item, change.Unchanged, err
	}
	err := CategoryFor(ctx, m, &item, in.Category())
	m.Write(func(tx *store.Tx) error { return tx.InsertItem(ctx, item, m.Caller.User.ID) })
	return item, change.Change{Entity: string(kind), ID: id, Name: item.Name, After: item.Logged()}, err
}

// changeItem is the way all edits of an item's own fields go.
func (r *Records) changeItem(ctx context.Context, c change.Caller, kind tracker.CatalogueKind, id string, version tracker.Opt[int], action string,
	edit func(m *change.Mutation, i *tracker.CatalogueItem) error) (change.Saved[tracker.CatalogueItem], error) {
	return change.Save(ctx, r.Engine, c, action, func(m *change.Mutation) (tracker.CatalogueItem, change.Change, error) {
		return DecideItem(ctx, m, kind, id, version, edit)
	})
}

// DecideItem decides an edit of an item, and returns the item as it is then.
func DecideItem(ctx context.Context, m *change.Mutation, kind tracker.CatalogueKind, id string, version tracker.Opt[int],
	edit func(m *change.Mutation, i *tracker.CatalogueItem) error) (tracker.CatalogueItem, change.Change, error) {
	before, isLoaded := m.Loaded.Items[id]
	err := m.RequireAdmin()
	before.PhotoURL = m.Engine.PhotoURL(before.PhotoHash)
	if !isLoaded {
		before, err = itemFor(ctx, m.Engine, m.Queries, m.Caller, kind, id)
	}
	if err != nil {
		return before, change.Unchanged, err
	}
	after := before
	m.Access = tracker.Access{Admin: true}
	if err := edit(m, &after); err != nil {
		return before, change.Unchanged, err
	}
	if err := m.CheckVersion(ctx, version, before.Version, string(kind), id, before.Entity()); err != nil || change.Same(before, after) {
		return before, change.Unchanged, err
	}
	after.PhotoURL, after.Version = m.Engine.PhotoURL(after.PhotoHash), before.Version+1
	m.ReleasePhoto(ctx, before.PhotoHash, after.PhotoHash)
	m.Write(func(tx *store.Tx) error { return tx.UpdateItem(ctx, before, after, m.Caller.User.ID, m.Now) })
	return after, change.Change{Entity: string(kind), ID: id, Name: after.Name, Before: before.Logged(), After: after.Logged()}, nil
}

// itemFor reads an item, for administrators.
func itemFor(ctx context.Context, e *change.Engine, q store.Queries, c change.Caller, kind tracker.CatalogueKind, id string) (tracker.CatalogueItem, error) {
	if err := c.RequireAdmin(); err != nil {
		return tracker.CatalogueItem{}, err
	}
	item, err := q.Item(ctx, kind, id)
	item.PhotoURL = e.PhotoURL(item.PhotoHash)
	return item, err
}

// EditItem changes an item's fields.
func (r *Records) EditItem(ctx context.Context, c change.Caller, kind tracker.CatalogueKind, id string, version tracker.Opt[int],
	in tracker.CatalogueInput) (change.Saved[tracker.CatalogueItem], error) {
	invalid := tracker.Validate(in)
	return r.changeItem(ctx, c, kind, id, version, "edit", func(m *change.Mutation, i *tracker.CatalogueItem) error {
		if err := tracker.JoinInvalid(invalid, SetOwn(ctx, m, string(kind), &i.Own, in.OwnFields(), false)); err != nil {
			return err
		}
		in.Apply(i)
		return CategoryFor(ctx, m, i, in.Category())
	})
}

// SetProductPhoto sets a product's photo; no bytes remove it.
func (r *Records) SetProductPhoto(ctx context.Context, c change.Caller, id string, raw []byte) (saved change.Saved[tracker.CatalogueItem], err error) {
	if _, err := itemFor(ctx, r.Engine, r.Store.Queries, c, tracker.Products, id); err != nil {
		return saved, err
	}
	image, err := r.ReadPhoto(ctx, raw)
	if err != nil {
		return saved, err
	}
	return r.changeItem(ctx, c, tracker.Products, id, tracker.Opt[int]{}, "photo", func(m *change.Mutation, i *tracker.CatalogueItem) error {
		i.PhotoHash = m.KeepPhoto(ctx, image)
		return nil
	})
}

// RemoveItem removes an item; one that projects use is only marked.
func (r *Records) RemoveItem(ctx context.Context, c change.Caller, kind tracker.CatalogueKind, id string) (change.Saved[tracker.RemovalResult], error) {
	return change.Remove(ctx, r.Engine, c, change.Kinds[string(kind)].Removal(ctx, id))
}

// RestoreItem clears the removal mark, or brings a removed item back.
func (r *Records) RestoreItem(ctx context.Context, c change.Caller, kind tracker.CatalogueKind, id string) (change.Saved[tracker.RestoreResult], error) {
	return change.Restore(ctx, r.Engine, c, change.Kinds[string(kind)].Removal(ctx, id))
}

// ItemDependants lists the projects that keep an item from being removed.
func (r *Records) ItemDependants(ctx context.Context, c change.Caller, kind tracker.CatalogueKind, id string, q tracker.ListQuery) (tracker.Dependants, error) {
	item, err := itemFor(ctx, r.Engine, r.Store.Queries, c, kind, id)
	if err != nil {
		return tracker.Dependants{}, err
	}
	list, total, err := r.Store.ItemUses(ctx, kind, id, q.PageSize, q.Offset())
	for i := range list {
		list[i].Name = item.Name
	}
	return tracker.Dependants{Total: total, Data: list}, err
}
