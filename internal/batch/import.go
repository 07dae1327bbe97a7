package batch

import (
	"cmp"
	"context"
	"errors"
	"time"

	"btracker/internal/change"
	"btracker/internal/sheet"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

const (
	importAction = "import"
	// importGroup is how many rows are compared together, and written in one transaction.
	importGroup = 500
)

var importLimits = sheet.Limits{Rows: tracker.MaxImportRows, Columns: tracker.MaxImportColumns, Cell: tracker.MaxImportCell,
	Text: tracker.MaxImportText, Unzipped: tracker.MaxImportParts}

// mayImport refuses lists that only administrators write. In the other lists each row is decided by itself.
func mayImport(c change.Caller, list string) error {
	if bulkKinds[list].imports.isOpen {
		return nil
	}
	return c.RequireAdmin()
}

// Import reads a file, compares it with what is stored, and keeps it. Nothing else is changed.
func (b *Batches) Import(ctx context.Context, c change.Caller, list, name string, file []byte) (tracker.Import, error) {
	if err := mayImport(c, list); err != nil {
		return tracker.Import{}, err
	}
	if err := b.makeRoomForImport(ctx, c); err != nil {
		return tracker.Import{}, err
	}
	fields, err := b.importFields(ctx, c, list)
	if err != nil {
		return tracker.Import{}, err
	}
	var of *comparison
	var group []store.ImportRow
	err = sheet.Read(ctx, file, importLimits, func(r sheet.Row) error {
		cells := make([]string, len(r.Cells))
		for i, cell := range r.Cells {
			cells[i] = sheet.Plain(cell)
		}
		if of == nil {
			of = newComparison(b.Deciding(c), fields, store.Import{UserID: c.User.ID, Import: tracker.Import{ID: change.NewID(), List: list,
				Name: name, Columns: tracker.GuessColumns(fields, cells), Version: 1}})
			of.total = max(r.Last-1, 0) // without the headings
			return b.Store.Write(ctx, func(tx *store.Tx) error { return tx.InsertImport(ctx, of.file, b.Time()) })
		}
		if group = append(group, store.ImportRow{ImportRow: tracker.ImportRow{Row: r.Number, Cells: cells}}); len(group) < importGroup {
			return nil
		}
		err := of.keep(ctx, group)
		group = group[:0]
		return err
	})
	if err == nil {
		err = of.keep(ctx, group)
	}
	if err == nil {
		err = of.finish(ctx)
	}
	if err != nil && of != nil {
		if dropped := b.dropImport(context.WithoutCancel(ctx), of.file.ID); dropped != nil {
			b.Log.WarnContext(ctx, "an import was not dropped", "import", of.file.ID, "error", dropped)
		}
	}
	if err != nil {
		return tracker.Import{}, err
	}
	return of.file.Import, nil
}

// importFields lists the fields of a list that a file of the caller can set.
func (b *Batches) importFields(ctx context.Context, c change.Caller, list string) ([]tracker.ImportField, error) {
	fields, err := b.Store.OwnFields(ctx)
	if err != nil || len(fields) == 0 {
		return tracker.ImportFields(list), err
	}
	access, err := b.AccessAnywhere(ctx, c)
	return fields.Imports(list, access), err
}

// ImportHeadings are those of an empty file, in the caller's language.
func (b *Batches) ImportHeadings(ctx context.Context, c change.Caller, list string) (headings []string, err error) {
	fields, err := b.Store.OwnFields(ctx)
	if err != nil {
		return nil, err
	}
	access, err := b.AccessAnywhere(ctx, c)
	own := fields.Headings(list, c.FileLanguage(), access, nil)
	for _, f := range fields.Imports(list, access) {
		heading, isOwn := own[f.Own]
		if !isOwn {
			heading = tracker.LabelIn(c.FileLanguage(), f.Label)
		}
		headings = append(headings, heading)
	}
	return headings, err
}

// makeRoomForImport drops a person's oldest file that was not applied, if there are too many.
func (b *Batches) makeRoomForImport(ctx context.Context, c change.Caller) error {
	for {
		n, oldest, err := b.Store.ImportsOf(ctx, c.User.ID)
		if err != nil || n < tracker.MaxImports {
			return err
		}
		if err := b.dropImport(ctx, oldest); err != nil {
			return err
		}
	}
}

// dropImport deletes an import, some rows at a time.
func (b *Batches) dropImport(ctx context.Context, id string) error {
	for isGone := false; !isGone; {
		if err := b.Store.Write(ctx, func(tx *store.Tx) (err error) {
			isGone, err = tx.DropImport(ctx, id)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// importFor reads an import of the caller, all rows of which are compared.
func importFor(ctx context.Context, q store.Queries, c change.Caller, id string) (store.Import, error) {
	file, err := q.Import(ctx, c.User.ID, id)
	if err == nil {
		err = mayImport(c, file.List)
	}
	return file, err
}

// checkImport refuses a change of an import that has been changed or applied since the change was begun.
func checkImport(file store.Import, version tracker.Opt[int]) error {
	switch {
	case file.BulkID != nil:
		return tracker.ErrImportApplied
	case !version.Empty() && version.Value != file.Version:
		return tracker.VersionConflict("", time.Time{}, file.Import)
	}
	return nil
}

// ImportState answers an import as it is now.
func (b *Batches) ImportState(ctx context.Context, c change.Caller, id string) (tracker.Import, error) {
	file, err := importFor(ctx, b.Store.Queries, c, id)
	return file.Import, err
}

// SetImportColumns has the columns set other fields, and compares all rows anew.
func (b *Batches) SetImportColumns(ctx context.Context, c change.Caller, in tracker.ImportColumnsInput) (tracker.Import, error) {
	if err := tracker.Validate(&in); err != nil {
		return tracker.Import{}, err
	}
	var of *comparison
	err := b.Write(ctx, c, func(w *change.Work) error {
		file, err := importFor(ctx, w.Queries, w.Caller, in.ID)
		if err == nil {
			err = checkImport(file, in.Version)
		}
		var fields []tracker.ImportField
		if err == nil {
			fields, err = b.importFields(ctx, w.Caller, file.List)
		}
		if err == nil {
			err = tracker.CheckColumns(fields, file.Columns, in.Columns.Value)
		}
		if err != nil {
			return err
		}
		file.Columns, file.IsReady, file.Version = in.Columns.Value, false, file.Version+1
		of = newComparison(b.Deciding(w.Caller), fields, file)
		return w.Tx.UpdateImport(ctx, file, w.Now)
	})
	if err != nil {
		return tracker.Import{}, err
	}
	of.isAgain, of.total = true, of.file.Rows
	of.file.Rows, of.file.Creates, of.file.Updates, of.file.Unchanged, of.file.Refused = 0, 0, 0, 0, 0
	for after := 0; ; {
		group, err := b.Store.ImportRows(ctx, in.ID, after, importGroup)
		if err != nil {
			return tracker.Import{}, err
		}
		if len(group) == 0 {
			break
		}
		after = group[len(group)-1].Row
		if err := of.keep(ctx, group); err != nil {
			return tracker.Import{}, err
		}
	}
	return of.file.Import, of.finish(ctx)
}

// ImportRows lists a page of the rows of an import, of one state or of all.
func (b *Batches) ImportRows(ctx context.Context, c change.Caller, id string, state tracker.ImportState, q tracker.ListQuery) (page tracker.Page[tracker.ImportRow], err error) {
	file, err := importFor(ctx, b.Store.Queries, c, id)
	if err != nil {
		return page, err
	}
	total := map[tracker.ImportState]int{"": file.Rows, tracker.RowCreates: file.Creates, tracker.RowUpdates: file.Updates,
		tracker.RowUnchanged: file.Unchanged, tracker.RowRefused: file.Refused}[state]
	var list []store.ImportRow
	if state == "" {
		list, err = b.Store.AllImportRows(ctx, id, q.PageSize, q.Offset())
	} else {
		list, err = b.Store.ImportRowsIn(ctx, id, state, q.PageSize, q.Offset())
	}
	rows := make([]tracker.ImportRow, len(list))
	for i := range list {
		rows[i] = list[i].ImportRow
	}
	return tracker.NewPage(rows, total, q), err
}

// EachRefusedRow streams the rows of an import that are refused, and returns the columns before the first of them.
func (b *Batches) EachRefusedRow(ctx context.Context, c change.Caller, id string, use func(tracker.ImportRow) error) error {
	return change.Export(ctx, b.Engine, c, func(use func(tracker.ImportRow) error) error {
		if _, err := importFor(ctx, b.Store.Queries, c, id); err != nil {
			return err
		}
		for after := 0; ; {
			piece, err := b.Store.RefusedImportRows(ctx, id, after, store.PieceRows)
			if err != nil || len(piece) == 0 {
				return err
			}
			for _, row := range piece {
				after = row.Row
				if err := use(row.ImportRow); err != nil {
					return err
				}
			}
		}
	}, use)
}

// DropImport forgets a file. One that is unknown is gone already.
func (b *Batches) DropImport(ctx context.Context, c change.Caller, id string) error {
	err := b.Write(ctx, c, func(w *change.Work) error {
		file, err := w.Import(ctx, w.Caller.User.ID, id)
		if err != nil || file.BulkID == nil {
			return err
		}
		if job, err := w.Bulk(ctx, *file.BulkID); err == nil && !job.State.Ended() {
			return tracker.ErrImportRunning
		} else if err != nil && !errors.Is(err, tracker.ErrNotFound) {
			return err
		}
		return nil
	})
	if errors.Is(err, tracker.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return b.dropImport(ctx, id)
}

// importParams are the parameters of the bulk action that applies a file.
type importParams struct {
	ImportID string `json:"importId"`
}

// ApplyImport starts the bulk action that applies a file. A second call answers the same one.
func (b *Batches) ApplyImport(ctx context.Context, c change.Caller, in tracker.ImportRef) (started tracker.BulkStarted, err error) {
	if err := tracker.Validate(&in); err != nil {
		return started, err
	}
	err = b.Write(ctx, c, func(w *change.Work) error {
		file, err := importFor(ctx, w.Queries, w.Caller, in.ID)
		if err != nil {
			return err
		}
		if file.BulkID != nil {
			started.ID = *file.BulkID
			return nil
		}
		if err := checkImport(file, in.Version); err != nil {
			return err
		}
		if !file.IsReady || file.Creates+file.Updates == 0 {
			return tracker.ErrNothingToImport
		}
		numbers, err := w.ImportNumbers(ctx, file.ID)
		if err != nil {
			return err
		}
		records := make([]store.BulkRecord, len(numbers))
		for i, number := range numbers {
			records[i] = store.BulkRecord{Kind: "row", ID: number}
		}
		started.ID = change.NewID()
		file.BulkID = &started.ID
		if err := startJob(ctx, w, store.Bulk{ID: started.ID, List: file.List, Action: importAction}, importParams{file.ID}, records); err != nil {
			return err
		}
		if err := w.Tx.UpdateImport(ctx, file, w.Now); err != nil {
			return err
		}
		return w.Tx.InsertWayName(ctx, file.ID, w.Caller.User.ID, cmp.Or(file.Name, file.List))
	})
	return started, err
}
