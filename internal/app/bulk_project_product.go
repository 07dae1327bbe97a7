package app

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

func projectProductBulk() bulkKind { return bulkKind{action: (*bulking).productAction} }

// productAction sets the status of attached products.
func (b *bulking) productAction(_ context.Context, _ *kind, _ string, params tracker.BulkParams) (recordAction, error) {
	status, err := readStatus[tracker.ProductStatus](params)
	return func(ctx context.Context, record store.BulkRecord) error {
		return b.do(ctx, "edit", func(m *mutation) (change, error) {
			return only(m.editProduct(ctx, tracker.ItemRef{ID: record.ID}, new(tracker.ProjectProductEdit).Needs, func(p *tracker.ProjectProduct, _ tracker.Access) error {
				p.Status = status
				return nil
			}))
		})
	}, err
}
