package batch

import (
	"context"

	"btracker/internal/change"
	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func projectProductBulk() bulkKind { return bulkKind{action: (*bulking).productAction} }

// productAction sets the status of attached products.
func (b *bulking) productAction(_ context.Context, _ *change.Kind, _ string, params tracker.BulkParams) (recordAction, error) {
	status, err := readStatus[tracker.ProductStatus](params)
	return func(ctx context.Context, rec store.BulkRecord) error {
		return b.Do(ctx, "edit", func(m *change.Mutation) (change.Change, error) {
			return change.Only(record.DecideProjectProduct(ctx, m, tracker.ItemRef{ID: rec.ID}, new(tracker.ProjectProductEdit).Needs, func(p *tracker.ProjectProduct, _ tracker.Access) error {
				p.Status = status
				return nil
			}))
		})
	}, err
}
