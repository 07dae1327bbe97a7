package app

import (
	"context"

	"btracker/internal/store"
)

// loadRecords reads the records that a bulk action is about to edit, all at once. Other actions read each record when
// its turn comes: one record may decide about the next.
func (b *bulking) loadRecords(ctx context.Context, records []store.BulkRecord) error {
	b.loaded = loaded{}
	switch b.action {
	case "remove", "removeWithContents", "restore":
		return nil
	}
	keys := map[string][]rowKeys{}
	for _, record := range records {
		keys[record.Kind] = append(keys[record.Kind], rowKeys{ID: record.ID})
	}
	for name, of := range keys {
		if k := kinds[name]; k.load != nil {
			if err := k.load(b.work, ctx, k, of); err != nil {
				return err
			}
		}
	}
	return nil
}
