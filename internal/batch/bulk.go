package batch

import (
	"context"
	"encoding/json"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// bulking is a bulk action on its way: a preview, or one transaction of a run. A record is
// changed by the functions that decide a single edit.
type bulking struct {
	*change.Work
	action string
	taken  map[string]store.Match // new records of an import that somebody else made

	before  func(ctx context.Context, records []store.BulkRecord) error                  // reads what the next records need
	after   func(ctx context.Context) error                                              // notes what a group has done
	refused func(ctx context.Context, rec store.BulkRecord, reason *tracker.Error) error // notes a refusal of a row of an import
}

// StartBulk stores a bulk action and queues it. It runs with the rights that its caller has at
// each record.
func (b *Batches) StartBulk(ctx context.Context, c change.Caller, in tracker.BulkInput) (started tracker.BulkStarted, err error) {
	bulk := &bulking{Work: b.Deciding(c), action: in.Action}
	if _, err := bulk.prepare(ctx, in); err != nil {
		return started, err
	}
	plan, err := bulk.plan(ctx, in)
	if err != nil {
		return started, err
	}
	records := plan.records
	for _, r := range plan.refused { // they are refused again then, unless somebody changed something
		records = append(records, r.BulkRecord)
	}
	err = b.Write(ctx, c, func(w *change.Work) error {
		m := &change.Mutation{Work: w}
		started.ID = change.NewID()
		if first, err := m.ClaimKey(ctx, started.ID); err != nil || first != started.ID {
			started.ID = first
			return err
		}
		if err := startJob(ctx, w, store.Bulk{ID: started.ID, List: in.List, Action: in.Action}, in.Params, records); err != nil {
			return err
		}
		return m.WriteAll()
	})
	return started, err
}

// startJob stores a bulk action with its parameters and records, and queues it. It refuses when as many of the caller's actions are
// under way as one person may have.
func startJob(ctx context.Context, w *change.Work, job store.Bulk, params any, records []store.BulkRecord) error {
	running, err := w.BulksUnderWay(ctx, w.Caller.User.ID)
	if err != nil {
		return err
	}
	if running >= tracker.MaxBulkJobs {
		return tracker.ErrTooManyBulks
	}
	text, err := json.Marshal(params)
	if err != nil {
		return err
	}
	job.UserID, job.KeyID, job.Params, job.State = w.Caller.User.ID, w.Caller.KeyID(), string(text), tracker.BulkQueued
	if err := w.Tx.InsertBulk(ctx, job, records, w.Now); err != nil {
		return err
	}
	return w.Engine.Queue.EnqueueBulk(ctx, w.Tx, job.ID)
}

// bulkFor reads a bulk action for whoever started it, and for administrators. A key for one company knows its own alone.
func bulkFor(ctx context.Context, q store.Queries, c change.Caller, id string) (store.Bulk, error) {
	job, err := q.Bulk(ctx, id)
	if err == nil && (job.UserID != c.User.ID && !c.User.IsAdmin || c.APIKey.Narrowed() && change.OrEmpty(job.KeyID) != c.APIKey.ID) {
		err = tracker.ErrNotFound
	}
	return job, err
}

func shownBulk(job store.Bulk) tracker.Bulk {
	return tracker.Bulk{ID: job.ID, State: job.State, Total: job.Total, Done: job.Position - job.Refused, Refused: job.Refused, BatchID: job.ID}
}

// Bulk says how far a bulk action has come.
func (b *Batches) Bulk(ctx context.Context, c change.Caller, id string) (tracker.Bulk, error) {
	job, err := bulkFor(ctx, b.Store.Queries, c, id)
	return shownBulk(job), err
}

// StopBulk ends a bulk action: no record is changed after it. One that has ended stays as it is.
func (b *Batches) StopBulk(ctx context.Context, c change.Caller, id string) (tracker.Bulk, error) {
	job, err := bulkFor(ctx, b.Store.Queries, c, id)
	if err != nil || job.State.Ended() {
		return shownBulk(job), err
	}
	err = b.Write(ctx, c, func(w *change.Work) (err error) {
		if job, err = bulkFor(ctx, w.Queries, w.Caller, id); err != nil || job.State.Ended() {
			return err
		}
		job.State = tracker.BulkStopped
		return w.Tx.UpdateBulk(ctx, job, w.Now)
	})
	if err == nil {
		b.publishBulk(ctx, job)
	}
	return shownBulk(job), err
}

// publishBulk tells the open pages of whoever started a bulk action how far it has come.
func (b *Batches) publishBulk(ctx context.Context, job store.Bulk) {
	text, err := json.Marshal(shownBulk(job))
	if err == nil {
		b.Publish(ctx, change.NoticeBulk, job.UserID+" "+string(text))
	}
}

// FailBulk ends a bulk action that nobody goes on with.
func (b *Batches) FailBulk(ctx context.Context, id string) error {
	return b.Store.Write(ctx, func(tx *store.Tx) error {
		job, err := tx.Bulk(ctx, id)
		if err != nil || job.State.Ended() {
			return err
		}
		job.State = tracker.BulkFailed
		return tx.UpdateBulk(ctx, job, b.Time())
	})
}
