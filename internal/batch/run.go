package batch

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

const (
	// bulkGroup is how long one transaction of a bulk action may take. Other writers wait for it.
	bulkGroup = 20 * time.Millisecond
	// bulkLeast is how many records a group reads at least. Fewer would pay for little but the commit where that is slow.
	bulkLeast = 20
)

// RunBulk goes on with a bulk action until it has ended or the time is up; ended says which. It may
// be called anywhere and as often as one likes: a transaction begins where the last one ended.
func (b *Batches) RunBulk(ctx context.Context, id string, until time.Time) (ended bool, err error) {
	job, err := b.Store.Bulk(ctx, id)
	if err != nil {
		return false, err
	}
	var params jobParams
	if err := json.Unmarshal([]byte(job.Params), &params); err != nil {
		return false, err
	}
	for next := (bulkStep{most: bulkLeast}); ctx.Err() == nil; {
		step := next
		job, failed, took, err := b.runBulkGroup(ctx, id, params, &step)
		next = bulkStep{most: step.nextMost(took)}
		switch {
		case failed != nil && !step.isPlain: // which record it is shows without a buffer
			next.isPlain, next.limit = true, step.limit
			continue
		case failed != nil && failed.at > 0: // the records before it first
			next.limit = failed.at
			continue
		case failed != nil:
			job, err = b.skipRecord(ctx, id, params, failed)
		}
		if err != nil {
			return false, err
		}
		b.publishBulk(ctx, job)
		if job.State.Ended() {
			return true, nil
		}
		if !time.Now().Before(until) {
			return false, nil
		}
		time.Sleep(took / 4) // others write, and readers get the processor
	}
	return false, ctx.Err()
}

// jobParams are the parameters of a bulk action, of an undo or of an import.
type jobParams struct {
	tracker.BulkParams
	undoParams
	importParams
	planParams
}

// bulkStep says how a group goes.
type bulkStep struct {
	limit   int  // change so many records, however long it takes; 0: as many as fit into the time
	most    int  // read at most so many, about as many as will fit
	isPlain bool // each row is added by itself
	done    int  // records that the group dealt with
}

// nextMost is how many records the next group reads, from how long this one took. Most of a group is written at its
// end, so that the number of records decides how long it takes.
func (s bulkStep) nextMost(took time.Duration) int {
	fit := int(int64(s.done) * int64(bulkGroup) / max(int64(took), 1))
	switch {
	case s.done == 0:
		return bulkLeast
	case took > bulkGroup:
		return max(fit, bulkLeast)
	case s.done >= s.most:
		return min(fit, 2*s.most)
	}
	return s.most // fewer were left in their piece
}

// recordFailed says that a record of a group could not be changed, after some of it was written.
// Nothing of the group has happened.
type recordFailed struct {
	at  int // its place in the group
	err error
}

func (f *recordFailed) Error() string { return f.err.Error() }
func (f *recordFailed) Unwrap() error { return f.err }

// runBulkGroup changes the next records of a bulk action in one transaction, and says how long that took, without the
// wait for its turn.
func (b *Batches) runBulkGroup(ctx context.Context, id string, params jobParams, step *bulkStep) (job store.Bulk, failed *recordFailed, took time.Duration, err error) {
	var began time.Time
	_, err = b.Transact(ctx, b.Store.WriteBulk, func(w *change.Work) (err error) {
		began = time.Now()
		if job, err = w.Tx.Bulk(ctx, id); err != nil || job.State.Ended() {
			return err
		}
		if !step.isPlain {
			w.Tx.BufferRows()
		}
		first := job.Position
		if err := (&bulking{Work: w}).group(ctx, &job, params, *step); err != nil {
			return err
		}
		if step.done = job.Position - first; w.Changes > 0 {
			last, err := w.Tx.LastOfBatch(ctx, id)
			w.Seqs = append(w.Seqs, last)
			return err
		}
		return nil
	})
	if err != nil && !change.DatabaseFails(err) && ctx.Err() == nil {
		if errors.As(err, &failed) {
			return job, failed, 0, nil
		}
		if !step.isPlain { // perhaps a row that was written at the end
			return job, &recordFailed{err: err}, 0, nil
		}
	}
	if err != nil {
		return job, nil, 0, err
	}
	return job, nil, time.Since(began), nil
}

// starter is who started a bulk action, as they are now; ended says that their access has ended, or that of their key.
func (b *bulking) starter(ctx context.Context, job store.Bulk) (c change.Caller, ended bool, err error) {
	c.RequestID = "bulk " + job.ID
	if job.KeyID != nil {
		c.APIKey = &tracker.Key{ID: *job.KeyID}
		c, err = b.Engine.KeyNow(ctx, b.Queries, c)
		if errors.Is(err, tracker.ErrSessionEnded) {
			return c, true, nil
		}
		return c, false, err
	}
	c.User, err = b.User(ctx, job.UserID)
	return c, c.User.Status == tracker.UserDisabled, err
}

// group changes the next records, and notes in the same transaction how far it came.
func (b *bulking) group(ctx context.Context, job *store.Bulk, params jobParams, step bulkStep) error {
	caller, ended, err := b.starter(ctx, *job)
	if err != nil {
		return err
	}
	if ended {
		job.State = tracker.BulkFailed
		return b.Tx.UpdateBulk(ctx, *job, b.Now)
	}
	b.Caller, b.action = caller, job.Action
	b.Batch = &change.Batch{ID: job.ID, Via: tracker.Via{Kind: "bulk", Name: job.Action}, IsBulk: true}
	if b.ChosenDays, err = b.RemindDays(ctx); err != nil {
		return err
	}
	do, err := b.actionOf(ctx, *job, params)
	if refusal, refused := recordRefusal(err); refused { // a category or a user that was there is gone
		do, err = func(context.Context, store.BulkRecord) error { return refusal }, nil
	}
	if err != nil {
		return err
	}
	var records []store.BulkRecord
	if job.Position < job.Total {
		if records, err = b.BulkRecords(ctx, *job); err != nil {
			return err
		}
	}
	most := step.most
	if step.limit > 0 {
		most = step.limit
	}
	records = records[:min(most, len(records))]
	if b.before != nil {
		if err := b.before(ctx, records); err != nil {
			return err
		}
	}
	began := time.Now()
	for i, rec := range records {
		if i > 0 && step.limit == 0 && time.Since(began) > bulkGroup {
			break
		}
		before := b.Changes
		err := do(ctx, rec)
		if reason, refused := recordRefusal(err); refused && b.Changes == before {
			job.Refused++
			if b.refused != nil {
				if err := b.refused(ctx, rec, reason); err != nil {
					return err
				}
			}
		} else if err != nil {
			return &recordFailed{i, err}
		}
		job.Position++
	}
	if b.after != nil {
		if err := b.after(ctx); err != nil {
			return err
		}
	}
	job.State = tracker.BulkRunning
	if job.Position >= job.Total {
		job.State = tracker.BulkDone
	}
	return b.Tx.UpdateBulk(ctx, *job, b.Now)
}

// actionOf returns what a bulk action does with each of its records.
func (b *bulking) actionOf(ctx context.Context, job store.Bulk, params jobParams) (recordAction, error) {
	switch job.Action {
	case undoAction:
		return b.undoAction(ctx, params.undoParams)
	case importAction:
		return b.importAction(ctx, params.importParams)
	case planAction:
		return b.planAction(ctx, params.planParams)
	}
	return b.prepare(ctx, tracker.BulkInput{List: job.List, Action: job.Action, Params: params.BulkParams})
}

// skipRecord counts a record as refused that could not be changed by itself either.
func (b *Batches) skipRecord(ctx context.Context, id string, params jobParams, failed *recordFailed) (job store.Bulk, err error) {
	if _, refused := recordRefusal(failed.err); !refused && !errors.Is(failed.err, store.ErrTaken) {
		b.Log.ErrorContext(ctx, "a record of a bulk action failed", "bulk", id, "error", failed.err)
	}
	err = b.Store.Write(ctx, func(tx *store.Tx) error {
		if job, err = tx.Bulk(ctx, id); err != nil || job.State.Ended() {
			return err
		}
		if err := b.noteSkipped(ctx, tx, job, params.importParams, failed.err); err != nil {
			return err
		}
		job.Position, job.Refused, job.State = job.Position+1, job.Refused+1, tracker.BulkRunning
		if job.Position >= job.Total {
			job.State = tracker.BulkDone
		}
		return tx.UpdateBulk(ctx, job, b.Time())
	})
	return job, err
}
