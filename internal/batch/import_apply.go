package batch

import (
	"cmp"
	"context"
	"strconv"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// importAction returns what an import does with each of its rows.
func (b *bulking) importAction(ctx context.Context, params importParams) (recordAction, error) {
	file, err := importFor(ctx, b.Queries, b.Caller, params.ImportID)
	if err != nil {
		return nil, err
	}
	b.Batch.Via = tracker.Via{Kind: "import", Name: file.ID} // not its name, which seals would keep for ever
	rows := map[string]store.ImportRow{}
	b.before = func(ctx context.Context, records []store.BulkRecord) error {
		return b.readRows(ctx, file, records, rows)
	}
	b.refused = func(ctx context.Context, rec store.BulkRecord, reason *tracker.Error) error {
		row := rows[rec.ID]
		return b.Tx.RefuseImportRow(ctx, file.ID, row.Row, row.State, importErrors(reason))
	}
	return func(ctx context.Context, rec store.BulkRecord) error {
		row, found := rows[rec.ID]
		if !found {
			return tracker.ErrNotFound
		}
		if b.isTaken(row) {
			return tracker.RowError("taken", rowTaken)
		}
		return b.Do(ctx, rowAction(row), func(m *change.Mutation) (change.Change, error) { return applyRow(ctx, m, file.List, row) })
	}, nil
}

// noteSkipped notes at the row of an import that it could not be applied.
func (b *Batches) noteSkipped(ctx context.Context, tx *store.Tx, job store.Bulk, params importParams, failure error) error {
	if job.Action != importAction {
		return nil
	}
	records, err := tx.BulkRecords(ctx, job)
	if err != nil {
		return err
	}
	number, err := strconv.Atoi(records[0].ID)
	if err != nil {
		return err
	}
	reason, isRefused := recordRefusal(failure)
	if !isRefused {
		reason = tracker.RowError("failed", rowFailed)
	}
	rows, err := tx.ImportInputs(ctx, params.ImportID, number, number)
	if err != nil || len(rows) == 0 {
		return err
	}
	return tx.RefuseImportRow(ctx, params.ImportID, number, rows[0].State, importErrors(reason))
}

// readRows reads some rows of a file, and the records that they are about.
func (b *bulking) readRows(ctx context.Context, file store.Import, records []store.BulkRecord, rows map[string]store.ImportRow) error {
	if len(records) == 0 {
		return nil
	}
	first, err := strconv.Atoi(records[0].ID)
	if err != nil {
		return err
	}
	last, err := strconv.Atoi(records[len(records)-1].ID)
	if err != nil {
		return err
	}
	list, err := b.ImportInputs(ctx, file.ID, first, last)
	if err != nil {
		return err
	}
	keys := make([]change.RowKeys, len(list))
	for i, row := range list {
		rows[strconv.Itoa(row.Row)] = row
		if row.Input != "" {
			if err := tracker.Imported(row.Input, &keys[i]); err != nil {
				return err
			}
		}
		keys[i].ID = change.OrEmpty(row.ID)
	}
	b.Loaded = change.Loaded{}
	k := change.Kinds[file.List]
	if err := bulkKinds[file.List].imports.load(ctx, b.Work, k, keys); err != nil {
		return err
	}
	return b.findTaken(ctx, k, keys)
}

// findTaken finds out which new records are there already, because somebody else made them.
func (b *bulking) findTaken(ctx context.Context, k *change.Kind, keys []change.RowKeys) (err error) {
	var names, companies []string
	for _, key := range keys {
		if key.ID == "" && key.Name != "" {
			names, companies = append(names, key.Name), append(companies, key.CompanyID)
		}
	}
	b.taken = nil
	match := bulkKinds[k.Name].imports.match
	if len(names) == 0 || match == nil {
		return nil
	}
	b.taken, err = match(ctx, b.Work, k, companies, names)
	return err
}

func (b *bulking) isTaken(row store.ImportRow) bool {
	var k change.RowKeys
	if row.ID != nil || len(b.taken) == 0 || tracker.Imported(row.Input, &k) != nil {
		return false
	}
	of := cmp.Or(k.CompanyID, store.CategoryKey(k.CategoryName)) // of a project, or of a catalogue's item
	return b.taken[store.MatchKey(of, k.Name)].Count > 0
}

// rowAction is what a row does to its record.
func rowAction(row store.ImportRow) string {
	if row.ID == nil {
		return "create"
	}
	return "edit"
}

// applyRow decides to make or edit the record of a row, by the functions that decide a single edit.
func applyRow(ctx context.Context, m *change.Mutation, list string, row store.ImportRow) (change.Change, error) {
	return bulkKinds[list].imports.apply(ctx, m, change.Kinds[list], row)
}
