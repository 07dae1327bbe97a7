package batch

import (
	"cmp"
	"context"

	"btracker/internal/change"
	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func itemBulk() bulkKind {
	return bulkKind{action: (*bulking).itemAction, edit: editByRow, imports: &imports{nameField: "name", find: (*comparison).findItems, load: record.LoadItems,
		record: (*comparison).item, match: matchItems, apply: importItem}}
}

func matchItems(ctx context.Context, w *change.Work, k *change.Kind, _, names []string) (map[string]store.Match, error) {
	return w.MatchItems(ctx, k.Catalogue, names)
}

// itemAction edits items of a catalogue.
func (b *bulking) itemAction(ctx context.Context, k *change.Kind, action string, params tracker.BulkParams) (recordAction, error) {
	edit := func(m *change.Mutation, i *tracker.CatalogueItem) error {
		return record.CategoryFor(ctx, m, i, params.CategoryName)
	}
	if action == "setStatus" {
		status, err := readStatus[tracker.Availability](params)
		if err != nil {
			return nil, err
		}
		edit = func(_ *change.Mutation, i *tracker.CatalogueItem) error {
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
				b.Loaded.Categories, err = b.CategoriesByName(ctx, k.Catalogue, []string{in.CategoryName})
			}
			return err
		}
	}
	return func(ctx context.Context, rec store.BulkRecord) error {
		return b.Do(ctx, "edit", func(m *change.Mutation) (change.Change, error) {
			return change.Only(record.DecideItem(ctx, m, k.Catalogue, rec.ID, tracker.Opt[int]{}, edit))
		})
	}, nil
}

func (c *comparison) findItems(ctx context.Context, rows []*compared) error {
	rows = withoutID(rows)
	found, err := c.MatchItems(ctx, c.of.Catalogue, textsOf(rows, "name"))
	for _, r := range rows {
		if category, name := r.text("categoryName"), r.text("name"); category != "" && name != "" {
			key := store.MatchKey(store.CategoryKey(category), name)
			r.take(key, found[key], "name")
		}
	}
	return err
}

func importItem(ctx context.Context, m *change.Mutation, k *change.Kind, row store.ImportRow) (change.Change, error) {
	in := tracker.CatalogueInput(&tracker.ProductInput{})
	if k.Catalogue == tracker.Subscriptions {
		in = &tracker.SubscriptionInput{}
	}
	if err := cmp.Or(m.RequireAdmin(), tracker.Imported(row.Input, in)); err != nil {
		return change.Unchanged, err
	}
	if err := tracker.Validate(in); err != nil {
		return change.Unchanged, err
	}
	if row.ID == nil {
		return change.Only(record.NewItem(ctx, m, k.Catalogue, change.NewID(), in))
	}
	return change.Only(record.DecideItem(ctx, m, k.Catalogue, *row.ID, tracker.Some(row.Version), func(m *change.Mutation, i *tracker.CatalogueItem) error {
		if err := record.SetOwn(ctx, m, k.Name, &i.Own, in.OwnFields(), false); err != nil {
			return err
		}
		in.Apply(i)
		return record.CategoryFor(ctx, m, i, in.Category())
	}))
}

// item is the item that a row edits.
func (c *comparison) item(r *compared) (storedRecord, error) {
	of, found := c.Loaded.Items[*r.ID]
	if !found {
		return storedRecord{}, tracker.ErrNotFound
	}
	return storedRecord{of.Name, of.Version, of.Entity()}, nil
}
