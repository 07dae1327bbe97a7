package app

import (
	"cmp"
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

func itemBulk() bulkKind {
	return bulkKind{action: (*bulking).itemAction, imports: &imports{nameField: "name", find: (*comparison).findItems, load: (*work).loadItems,
		record: (*comparison).item, match: (*work).matchItems, apply: (*mutation).importItem}}
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
