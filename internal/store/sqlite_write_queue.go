package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"btracker/internal/tracker"
)

// SQLite has one writer, and a commit waits for the disk. So the writes that wait for
// their turn form a group, which shares one transaction and one commit. A write that
// fails is undone by itself and leaves the others alone. If the transaction fails, or
// can not be committed, nothing of the group has happened, and each caller gets the
// error.

// maxGroup bounds how long the first of a group waits for the last.
const maxGroup = 16

type writing func(q transaction) error

// queuedWrite is a write that waits for its turn.
type queuedWrite struct {
	ctx   context.Context
	fn    writing
	taken atomic.Bool // by a group, or by its caller, who gave up
	done  chan struct{}
	err   error
	alone bool // it has to run again by itself, because it panicked
}

// writeQueue holds the waiting writes, in order of arrival.
type writeQueue struct {
	turn    chan struct{} // holds one element while somebody has the turn to write
	mu      sync.Mutex
	waiting []*queuedWrite
	waits   atomic.Int64 // writes that did not get the turn at once
	waited  atomic.Int64 // nanoseconds, the sum of all waits
}

func newWriteQueue() *writeQueue { return &writeQueue{turn: make(chan struct{}, 1)} }

// take removes the next group from the queue.
func (q *writeQueue) take() (group []*queuedWrite) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) > 0 && len(group) < maxGroup {
		if w := q.waiting[0]; w.taken.CompareAndSwap(false, true) {
			group = append(group, w)
		}
		q.waiting = q.waiting[1:]
	}
	return group
}

// write waits for its turn, or until a group has run it.
func (d *sqliteDialect) write(ctx context.Context, fn func(q transaction) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	own := &queuedWrite{ctx: ctx, fn: fn, done: make(chan struct{})}
	d.queue.mu.Lock()
	d.queue.waiting = append(d.queue.waiting, own)
	d.queue.mu.Unlock()
	select {
	case d.queue.turn <- struct{}{}:
		d.lead(own)
	default:
		if err := d.await(ctx, own); err != nil {
			return err
		}
	}
	if !own.alone {
		return own.err
	}
	select {
	case d.queue.turn <- struct{}{}:
	case <-ctx.Done():
		return neverBegan(ctx.Err())
	}
	defer func() { <-d.queue.turn }()
	return d.transaction(ctx, fn)
}

// await waits until a group has run own, or gets the turn and leads.
func (d *sqliteDialect) await(ctx context.Context, own *queuedWrite) error {
	d.queue.waits.Add(1)
	began := time.Now()
	waited := func() { d.queue.waited.Add(int64(time.Since(began))) }
	select {
	case <-own.done:
		waited()
	case d.queue.turn <- struct{}{}:
		waited()
		d.lead(own)
	case <-ctx.Done():
		waited()
		if own.taken.CompareAndSwap(false, true) {
			return neverBegan(ctx.Err())
		}
		<-own.done
	}
	return nil
}

// neverBegan is the error of a write that waited until its deadline: the database was
// busy, the write was not slow.
func neverBegan(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return tracker.ErrBusy
	}
	return err
}

// lead runs groups until one of them has run own.
func (d *sqliteDialect) lead(own *queuedWrite) {
	defer func() { <-d.queue.turn }()
	for {
		select {
		case <-own.done:
			return
		default:
		}
		group := d.queue.take()
		if len(group) == 1 && group[0] == own {
			own.err = d.transaction(own.ctx, own.fn) // a panic reaches the caller
			return
		}
		d.together(own.ctx, group)
	}
}

// together runs a group in one transaction, which does not end with the request of
// whoever runs it.
func (d *sqliteDialect) together(ctx context.Context, group []*queuedWrite) {
	err := d.transaction(context.WithoutCancel(ctx), func(q transaction) error {
		for _, w := range group {
			if w.err = neverBegan(w.ctx.Err()); w.err != nil {
				continue
			}
			if err := w.runIn(q.(*sqliteTx)); err != nil {
				return err
			}
		}
		return nil
	})
	for _, w := range group {
		if err != nil { // a refusal too may rest on what has now not happened
			w.err, w.alone = err, false
		}
		close(w.done)
	}
}

// runIn runs the write in a savepoint, which undoes it if it fails. The error it returns
// is about the transaction.
func (w *queuedWrite) runIn(tx *sqliteTx) error {
	ctx := context.Background()
	if _, err := tx.exec(ctx, "SAVEPOINT member"); err != nil {
		return err
	}
	if w.err = w.attempt(tx); w.err != nil {
		if _, err := tx.exec(ctx, "ROLLBACK TO member"); err != nil {
			return errors.Join(w.err, err) // SQLite has given up the whole transaction, as for a full disk
		}
	}
	_, err := tx.exec(ctx, "RELEASE member")
	return err
}

// attempt turns a panic into an error: it is repeated where its caller can see it.
func (w *queuedWrite) attempt(q transaction) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err, w.alone = fmt.Errorf("panic in a group of writes: %v", p), true
		}
	}()
	return w.fn(q)
}
