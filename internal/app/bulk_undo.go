package app

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Undone is what an undo did, or the bulk action that takes a large batch back.
type Undone struct {
	tracker.Undone
	Started *tracker.BulkStarted
}

// Undo takes back one change, or all changes of a batch, and returns the changes that did it.
// They go the way of every edit, removal and restore, in one transaction: all or none. For a batch
// that is too large for that it starts a bulk action.
func (a *App) Undo(ctx context.Context, c Caller, in tracker.UndoInput) (saved Saved[Undone], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	if in.Seq.Empty() == in.BatchID.Empty() {
		return saved, tracker.ErrUndoWhat
	}
	// Decided on a reader first, as mutate does, so that a refusal never takes the writer. The changes of a
	// batch may depend on each other, so a batch can be decided only while it is carried out.
	write := a.store.WriteBulk
	if in.Seq.Empty() {
		started, err := a.undoLarge(ctx, c, in)
		if err != nil || started != nil {
			return Saved[Undone]{Entity: Undone{Started: started}}, err
		}
	} else {
		write = a.store.Write
		if err := newUndoing(a.deciding(c), in).run(ctx); err != nil {
			return saved, err
		}
	}
	w, err := a.transact(ctx, write, a.as(ctx, c, func(w *work) error { return newUndoing(w, in).run(ctx) }))
	if err != nil {
		return saved, err
	}
	saved.Entity.Undone = tracker.Undone{BatchID: w.batch.id, Seqs: w.seqs}
	saved.Seq = slices.Max(w.seqs)
	return saved, nil
}

// undoLarge starts the bulk action that takes a large batch back; a smaller batch starts none. One transaction for so
// many changes would keep everybody else waiting. All changes are checked first, so that nothing happens if one of them
// is refused. A second call answers the action that is under way.
func (a *App) undoLarge(ctx context.Context, c Caller, in tracker.UndoInput) (*tracker.BulkStarted, error) {
	underWay := func(q store.Queries) (*tracker.BulkStarted, error) {
		jobs, err := q.BulksOf(ctx, c.User.ID, undoAction)
		for _, job := range jobs {
			var params undoParams
			if json.Unmarshal([]byte(job.Params), &params) == nil && params.BatchID == in.BatchID.Value {
				return &tracker.BulkStarted{ID: job.ID}, nil
			}
		}
		return nil, err
	}
	if started, err := underWay(a.store.Queries); err != nil || started != nil {
		return started, err
	}
	records, err := newUndoing(a.deciding(c), in).check(ctx)
	if err != nil || records == nil {
		return nil, err
	}
	var started *tracker.BulkStarted
	err = a.write(ctx, c, func(w *work) (err error) {
		if started, err = underWay(w.Queries); err != nil || started != nil {
			return err
		}
		started = &tracker.BulkStarted{ID: newID()}
		return w.startJob(ctx, store.Bulk{ID: started.ID, List: "change", Action: undoAction}, undoParams{in.BatchID.Value, in.Force.Value}, records)
	})
	return started, err
}

// undoParams are the parameters of the bulk action that takes a batch back.
type undoParams struct {
	BatchID string `json:"batchId"`
	Force   bool   `json:"force"`
}

// check decides all changes of a large batch without carrying them out, and lists them, the newest first. It lists none
// of a batch that one transaction takes back. Each change of a large batch is about a record of its own, so that one does
// not depend on another.
func (u *undoing) check(ctx context.Context) (records []store.BulkRecord, err error) {
	viewer, anywhere, err := changeViewer(ctx, u.Queries, u.caller)
	if err != nil {
		return nil, err
	}
	size, err := u.size(ctx, viewer)
	if err != nil || size <= u.a.undoneAtOnce {
		return nil, err
	}
	if u.remindDays, err = u.RemindDays(ctx); err != nil {
		return nil, err
	}
	reason := takenBack
	var list []store.ListedChange
	for batch := (store.ChangeQuery{BatchID: u.in.BatchID.Value}); ; batch.Before = list[len(list)-1].Seq {
		next, err := u.ListChanges(ctx, viewer, batch, undoPiece, 0)
		if err != nil {
			return nil, err
		}
		if len(next) == 0 {
			break
		}
		list = next
		still, err := u.latest(ctx, list)
		if err == nil {
			err = u.loadChanged(ctx, still)
		}
		if err != nil {
			return nil, err
		}
		for _, logged := range still {
			reason = sameAsBefore
			before := u.changes
			if err := u.takeBack(ctx, logged, u.caller.accessTo(logged, anywhere)); err != nil {
				return nil, err
			}
			if u.changes > before {
				records = append(records, store.BulkRecord{Kind: "change", ID: strconv.FormatInt(logged.Seq, 10)})
			}
		}
		if len(u.conflicts) > tracker.MaxUndone {
			break
		}
	}
	switch {
	case len(u.conflicts) > 0:
		return nil, tracker.UndoConflicted(u.conflicts)
	case len(records) == 0:
		return nil, refused(list[0], reason)
	}
	return records, nil
}

// undoAction returns what the bulk action that takes a batch back does with each change. A change that somebody else
// took back in the meantime is as wanted; one whose record they changed is refused, and stays.
func (b *bulking) undoAction(ctx context.Context, params undoParams) (recordAction, error) {
	_, anywhere, err := changeViewer(ctx, b.Queries, b.caller)
	if err != nil {
		return nil, err
	}
	u := &undoing{work: b.work, in: tracker.UndoInput{BatchID: tracker.Some(params.BatchID), Force: tracker.Some(params.Force)}}
	changes := map[string]store.ListedChange{}
	b.before = func(ctx context.Context, records []store.BulkRecord) error {
		seqs := make([]int64, len(records))
		for i, record := range records {
			if seqs[i], err = strconv.ParseInt(record.ID, 10, 64); err != nil {
				return err
			}
		}
		list, err := b.ListChanges(ctx, store.ChangeViewer{All: true, UserID: b.caller.User.ID}, store.ChangeQuery{Seqs: seqs}, len(seqs), 0)
		if err != nil {
			return err
		}
		for _, logged := range list {
			changes[strconv.FormatInt(logged.Seq, 10)] = logged
		}
		return b.loadChanged(ctx, list)
	}
	return func(ctx context.Context, record store.BulkRecord) error {
		logged, found := changes[record.ID]
		switch {
		case !found:
			return tracker.ErrNotFound
		case logged.UndoneBy != nil:
			return nil
		}
		u.conflicts = nil
		if err := u.takeBack(ctx, logged, b.caller.accessTo(logged, anywhere)); err != nil || len(u.conflicts) == 0 {
			return err
		}
		return tracker.UndoConflicted(u.conflicts)
	}, nil
}
