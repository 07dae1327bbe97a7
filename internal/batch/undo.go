package batch

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"btracker/internal/change"
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
func (b *Batches) Undo(ctx context.Context, c change.Caller, in tracker.UndoInput) (saved change.Saved[Undone], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	if in.Seq.Empty() == in.BatchID.Empty() {
		return saved, tracker.ErrUndoWhat
	}
	// Decided on a reader first, as Mutate does, so that a refusal never takes the writer. The changes of a
	// batch may depend on each other, so a batch can be decided only while it is carried out.
	write := b.Store.WriteBulk
	if in.Seq.Empty() {
		started, err := b.undoLarge(ctx, c, in)
		if err != nil || started != nil {
			return change.Saved[Undone]{Entity: Undone{Started: started}}, err
		}
	} else {
		write = b.Store.Write
		if err := change.NewUndoing(b.Deciding(c), in).Run(ctx); err != nil {
			return saved, err
		}
	}
	w, err := b.Transact(ctx, write, b.As(ctx, c, func(w *change.Work) error { return change.NewUndoing(w, in).Run(ctx) }))
	if err != nil {
		return saved, err
	}
	saved.Entity.Undone = tracker.Undone{BatchID: w.Batch.ID, Seqs: w.Seqs}
	saved.Seq = slices.Max(w.Seqs)
	return saved, nil
}

// undoLarge starts the bulk action that takes a large batch back; a smaller batch starts none. One transaction for so
// many changes would keep everybody else waiting. All changes are checked first, so that nothing happens if one of them
// is refused. A second call answers the action that is under way.
func (b *Batches) undoLarge(ctx context.Context, c change.Caller, in tracker.UndoInput) (*tracker.BulkStarted, error) {
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
	if started, err := underWay(b.Store.Queries); err != nil || started != nil {
		return started, err
	}
	u := change.NewUndoing(b.Deciding(c), in)
	records, err := check(ctx, u, b.undoneAtOnce)
	if err != nil || records == nil {
		return nil, err
	}
	var started *tracker.BulkStarted
	err = b.Write(ctx, c, func(w *change.Work) (err error) {
		if started, err = underWay(w.Queries); err != nil || started != nil {
			return err
		}
		started = &tracker.BulkStarted{ID: change.NewID()}
		return startJob(ctx, w, store.Bulk{ID: started.ID, List: "change", Action: undoAction}, undoParams{in.BatchID.Value, in.Force.Value}, records)
	})
	return started, err
}

// undoAction is the name of the bulk action that takes a batch back.
const undoAction = "undo"

// undoParams are the parameters of the bulk action that takes a batch back.
type undoParams struct {
	BatchID string `json:"batchId"`
	Force   bool   `json:"force"`
}

// check decides all changes of a large batch without carrying them out, and lists them, the newest first. It lists none
// of a batch that one transaction takes back. Each change of a large batch is about a record of its own, so that one does
// not depend on another.
func check(ctx context.Context, u *change.Undoing, atOnce int) (records []store.BulkRecord, err error) {
	viewer, anywhere, err := change.ChangeViewer(ctx, u.Queries, u.Caller)
	if err != nil {
		return nil, err
	}
	size, err := u.Size(ctx, viewer)
	if err != nil || size <= atOnce {
		return nil, err
	}
	if u.ChosenDays, err = u.RemindDays(ctx); err != nil {
		return nil, err
	}
	reason := tracker.TakenBack
	var list []store.ListedChange
	for batch := (store.ChangeQuery{BatchID: u.In.BatchID.Value}); ; batch.Before = list[len(list)-1].Seq {
		next, err := u.ListChanges(ctx, viewer, batch, change.UndoPiece, 0)
		if err != nil {
			return nil, err
		}
		if len(next) == 0 {
			break
		}
		list = next
		still, err := u.Latest(ctx, list)
		if err == nil {
			err = u.LoadChanged(ctx, still)
		}
		if err != nil {
			return nil, err
		}
		for _, logged := range still {
			reason = change.SameAsBefore
			before := u.Changes
			if err := u.TakeBack(ctx, logged, u.Caller.AccessTo(logged, anywhere)); err != nil {
				return nil, err
			}
			if u.Changes > before {
				records = append(records, store.BulkRecord{Kind: "change", ID: strconv.FormatInt(logged.Seq, 10)})
			}
		}
		if len(u.Conflicts) > tracker.MaxUndone {
			break
		}
	}
	switch {
	case len(u.Conflicts) > 0:
		return nil, tracker.UndoConflicted(u.Conflicts)
	case len(records) == 0:
		return nil, change.Refused(list[0], reason)
	}
	return records, nil
}

// undoAction returns what the bulk action that takes a batch back does with each change. A change that somebody else
// took back in the meantime is as wanted; one whose record they changed is refused, and stays.
func (b *bulking) undoAction(ctx context.Context, params undoParams) (recordAction, error) {
	_, anywhere, err := change.ChangeViewer(ctx, b.Queries, b.Caller)
	if err != nil {
		return nil, err
	}
	u := &change.Undoing{Work: b.Work, In: tracker.UndoInput{BatchID: tracker.Some(params.BatchID), Force: tracker.Some(params.Force)}}
	changes := map[string]store.ListedChange{}
	b.before = func(ctx context.Context, records []store.BulkRecord) error {
		seqs := make([]int64, len(records))
		for i, rec := range records {
			if seqs[i], err = strconv.ParseInt(rec.ID, 10, 64); err != nil {
				return err
			}
		}
		list, err := b.ListChanges(ctx, store.ChangeViewer{All: true, UserID: b.Caller.User.ID}, store.ChangeQuery{Seqs: seqs}, len(seqs), 0)
		if err != nil {
			return err
		}
		for _, logged := range list {
			changes[strconv.FormatInt(logged.Seq, 10)] = logged
		}
		return b.LoadChanged(ctx, list)
	}
	return func(ctx context.Context, rec store.BulkRecord) error {
		logged, found := changes[rec.ID]
		switch {
		case !found:
			return tracker.ErrNotFound
		case logged.UndoneBy != nil:
			return nil
		}
		u.Conflicts = nil
		if err := u.TakeBack(ctx, logged, b.Caller.AccessTo(logged, anywhere)); err != nil || len(u.Conflicts) == 0 {
			return err
		}
		return tracker.UndoConflicted(u.Conflicts)
	}, nil
}
