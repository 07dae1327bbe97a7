package app

import (
	"context"
	"encoding/json"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// bulking is a bulk action on its way: a preview, or one transaction of a run. A record is
// changed by the functions that decide a single edit.
type bulking struct {
	store.Queries
	a       *App
	tx      *store.Tx // nil in a preview
	caller  Caller
	now     time.Time
	batchID string
	action  string

	remindDays []int // that people chose
	via        tracker.Via
	loaded     loaded
	taken      map[string]store.Match // new records of an import that somebody else made

	before  func(ctx context.Context, records []store.BulkRecord) error                     // reads what the next records need
	refused func(ctx context.Context, record store.BulkRecord, reason *tracker.Error) error // notes a refusal of a row of an import

	changes  int // of the record at hand
	last     change
	isLogged bool     // some record was changed
	disabled []string // users whose sessions end
}

// do has one change decided, and carried out if there is a transaction.
func (b *bulking) do(ctx context.Context, action string, decide func(m *mutation) (change, error)) error {
	m := &mutation{Queries: b.Queries, caller: b.caller, queue: b.a.queue, now: b.now, remindDays: b.remindDays, loaded: b.loaded, batchID: &b.batchID, via: &b.via, isInBulk: true}
	ch, err := decide(m)
	b.last = ch
	if err != nil || ch.id == "" {
		return err
	}
	b.changes++
	if b.tx == nil {
		return nil
	}
	b.isLogged = true
	_, err = m.carryOut(ctx, b.tx, action, ch)
	return err
}

// StartBulk stores a bulk action and queues it. It runs with the rights that its caller has at
// each record.
func (a *App) StartBulk(ctx context.Context, c Caller, in tracker.BulkInput) (started tracker.BulkStarted, err error) {
	b := &bulking{Queries: a.store.Queries, a: a, caller: c, now: a.time(), action: in.Action}
	if _, err := b.prepare(ctx, in); err != nil {
		return started, err
	}
	plan, err := b.plan(ctx, in)
	if err != nil {
		return started, err
	}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		m := &mutation{Queries: tx.Queries, now: a.time()}
		if m.caller, err = a.callerNow(ctx, tx.Queries, c); err != nil {
			return err
		}
		started.ID = newID()
		if c.Key.Key != "" {
			first, err := a.claimKey(ctx, m, started.ID)
			if err != nil || first != started.ID {
				started.ID = first
				return err
			}
		}
		if err := mayStartJob(ctx, tx, m.caller); err != nil {
			return err
		}
		for _, write := range m.writes {
			if err := write(tx); err != nil {
				return err
			}
		}
		records := plan.records
		for _, r := range plan.refused { // they are refused again then, unless somebody changed something
			records = append(records, r.BulkRecord)
		}
		return a.startJob(ctx, tx, m.caller, store.Bulk{ID: started.ID, List: in.List, Action: in.Action}, in.Params, records)
	})
	return started, err
}

// mayStartJob refuses somebody who has as many bulk actions under way as one may have.
func mayStartJob(ctx context.Context, tx *store.Tx, c Caller) error {
	running, err := tx.BulksUnderWay(ctx, c.User.ID)
	if err == nil && running >= tracker.MaxBulkJobs {
		err = tracker.ErrTooManyBulks
	}
	return err
}

// startJob stores a bulk action with its parameters and records, and queues it.
func (a *App) startJob(ctx context.Context, tx *store.Tx, c Caller, job store.Bulk, params any, records []store.BulkRecord) error {
	text, err := json.Marshal(params)
	if err != nil {
		return err
	}
	job.UserID, job.KeyID, job.Params, job.State = c.User.ID, c.keyID(), string(text), tracker.BulkQueued
	if err := tx.InsertBulk(ctx, job, records, a.time()); err != nil {
		return err
	}
	return a.queue.EnqueueBulk(ctx, tx, job.ID)
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
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		now, err := a.callerNow(ctx, tx.Queries, c)
		if err != nil {
			return err
		}
		if job, err = bulkFor(ctx, tx.Queries, now, id); err != nil || job.State.Ended() {
			return err
		}
		job.State = tracker.BulkStopped
		return tx.UpdateBulk(ctx, job, a.time())
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
