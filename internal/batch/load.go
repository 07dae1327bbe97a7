package batch

import (
	"context"

	"btracker/internal/change"
	"btracker/internal/store"
)

// loadRecords reads the records that a bulk action is about to edit, all at once. Other actions read each record when
// its turn comes: one record may decide about the next.
func (b *bulking) loadRecords(ctx context.Context, records []store.BulkRecord) error {
	b.Loaded = change.Loaded{}
	switch b.action {
	case "remove", "removeWithContents", "restore":
		return nil
	}
	keys := map[string][]change.RowKeys{}
	for _, rec := range records {
		keys[rec.Kind] = append(keys[rec.Kind], change.RowKeys{ID: rec.ID})
	}
	for name, of := range keys {
		if k := change.Kinds[name]; k.Load != nil {
			if err := k.Load(ctx, b.Work, k, of); err != nil {
				return err
			}
		}
	}
	return nil
}
