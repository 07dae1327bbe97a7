package app

import (
	"context"
	"encoding/json"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// bulking is a bulk action on its way: a preview, or one transaction of a run. A record is
// changed by the functions that decide a single edit.
type bulking struct {
	*work
	action string
	taken  map[string]store.Match // new records of an import that somebody else made

	before  func(ctx context.Context, records []store.BulkRecord) error                     // reads what the next records need
	refused func(ctx context.Context, record store.BulkRecord, reason *tracker.Error) error // notes a refusal of a row of an import
}

// StartBulk stores a bulk action and queues it. It runs with the rights that its caller has at
// each record.
func (a *App) StartBulk(ctx context.Context, c Caller, in tracker.BulkInput) (started tracker.BulkStarted, err error) {
	b := &bulking{work: a.deciding(c), action: in.Action}
	if _, err := b.prepare(ctx, in); err != nil {
		return started, err
	}
	plan, err := b.plan(ctx, in)
	if err != nil {
		return started, err
	}
	records := plan.records
	for _, r := range plan.refused { // they are refused again then, unless somebody changed something
		records = append(records, r.BulkRecord)
	}
	err = a.write(ctx, c, func(w *work) error {
		m := &mutation{work: w}
		started.ID = newID()
		if c.Key.Key != "" {
			first, err := m.claimKey(ctx, started.ID)
			if err != nil || first != started.ID {
				started.ID = first
				return err
			}
		}
		if err := w.startJob(ctx, store.Bulk{ID: started.ID, List: in.List, Action: in.Action}, in.Params, records); err != nil {
			return err
		}
		return m.writeAll()
	})
	return started, err
}

// startJob stores a bulk action with its parameters and records, and queues it, unless its caller has as many under way as one
// may have.
func (w *work) startJob(ctx context.Context, job store.Bulk, params any, records []store.BulkRecord) error {
	running, err := w.BulksUnderWay(ctx, w.caller.User.ID)
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
	job.UserID, job.KeyID, job.Params, job.State = w.caller.User.ID, w.caller.keyID(), string(text), tracker.BulkQueued
	if err := w.tx.InsertBulk(ctx, job, records, w.now); err != nil {
		return err
	}
	return w.a.queue.EnqueueBulk(ctx, w.tx, job.ID)
}

// bulkFor reads a bulk action for whoever started it, and for administrators. A key for one company knows its own alone.
func bulkFor(ctx context.Context, q store.Queries, c Caller, id string) (store.Bulk, error) {
	job, err := q.Bulk(ctx, id)
	if err == nil && (job.UserID != c.User.ID && !c.User.IsAdmin || c.APIKey.Narrowed() && orEmpty(job.KeyID) != c.APIKey.ID) {
		err = tracker.ErrNotFound
	}
	return job, err
}

func shownBulk(job store.Bulk) tracker.Bulk {
	return tracker.Bulk{ID: job.ID, State: job.State, Total: job.Total, Done: job.Position - job.Refused, Refused: job.Refused, BatchID: job.ID}
}

// Bulk says how far a bulk action is.
func (a *App) Bulk(ctx context.Context, c Caller, id string) (tracker.Bulk, error) {
	job, err := bulkFor(ctx, a.store.Queries, c, id)
	return shownBulk(job), err
}

// StopBulk ends a bulk action: no record is changed after it. One that has ended stays as it is.
func (a *App) StopBulk(ctx context.Context, c Caller, id string) (tracker.Bulk, error) {
	job, err := bulkFor(ctx, a.store.Queries, c, id)
	if err != nil || job.State.Ended() {
		return shownBulk(job), err
	}
	err = a.write(ctx, c, func(w *work) (err error) {
		if job, err = bulkFor(ctx, w.Queries, w.caller, id); err != nil || job.State.Ended() {
			return err
		}
		job.State = tracker.BulkStopped
		return w.tx.UpdateBulk(ctx, job, w.now)
	})
	if err == nil {
		a.publishBulk(ctx, job)
	}
	return shownBulk(job), err
}

// publishBulk tells the open pages of whoever started a bulk action how far it is.
func (a *App) publishBulk(ctx context.Context, job store.Bulk) {
	text, err := json.Marshal(shownBulk(job))
	if err == nil {
		a.publish(ctx, noticeBulk, job.UserID+" "+string(text))
	}
}

// FailBulk ends a bulk action that nobody goes on with.
func (a *App) FailBulk(ctx context.Context, id string) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		job, err := tx.Bulk(ctx, id)
		if err != nil || job.State.Ended() {
			return err
		}
		job.State = tracker.BulkFailed
		return tx.UpdateBulk(ctx, job, a.time())
	})
}
