package batch

import (
	"context"
	"encoding/json"

	"btracker/internal/change"
	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func projectProductBulk() bulkKind {
	return bulkKind{action: (*bulking).productAction, edit: editProduct}
}

// productAction sets the status of attached products.
func (b *bulking) productAction(_ context.Context, _ *change.Kind, _ string, params tracker.BulkParams) (recordAction, error) {
	status, err := readStatus[tracker.ProductStatus](params)
	return func(ctx context.Context, rec store.BulkRecord) error {
		return b.Do(ctx, "edit", func(m *change.Mutation) (change.Change, error) {
			return change.Only(record.DecideProjectProduct(ctx, m, tracker.ItemRef{ID: rec.ID}, new(tracker.ProjectProductEdit).Needs,
				func(p *tracker.ProjectProduct, _ tracker.Access) error {
					p.Status = status
					return nil
				}))
		})
	}, err
}

// editProduct edits an attached product by some of its fields.
func editProduct(ctx context.Context, m *change.Mutation, _ *change.Kind, id string, fields map[string]json.RawMessage) (change.Change, error) {
	sent := map[string]string{}
	if err := take(fields, productFields, sent); err != nil {
		return change.Unchanged, err
	}
	in := tracker.ProjectProductEdit{ItemRef: tracker.ItemRef{ID: id}}
	if err := tracker.Imported(object(sent), &in.ProjectProductFields); err != nil {
		return change.Unchanged, err
	}
	return change.Only(record.DecideProductEdit(ctx, m, in, func(fields *tracker.ProjectProductFields, p tracker.ProjectProduct) {
		if !fields.Cost.Sent && p.Cost != nil {
			fields.Cost = tracker.Some(tracker.Amount(p.Cost.String()))
		}
		if !fields.Price.Sent {
			fields.Price = tracker.Some(tracker.Amount(p.Price.String()))
		}
		if !fields.Status.Sent {
			fields.Status = tracker.Some(p.Status)
		}
	}))
}

var productFields = map[string]bool{"details": true, "cost": true, "costCurrencyName": true, "price": true, "priceCurrencyName": true, "status": true, "own": true}
