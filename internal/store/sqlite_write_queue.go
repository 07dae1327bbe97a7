package store

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
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

// queuedWrite is a write that waits for its turn.
type queuedWrite struct {
	ctx      context.Context
	isBulk   bool
	fn       func(q transaction) error
	queued   time.Time   // zero if nothing was before it
	taken    atomic.Bool // by a group, or by its caller, who gave up
	done     chan struct{}
	err      error
	panicked string // its panic, with the stack of where it happened
}

// writeQueue holds the waiting writes, in order of arrival. A goroutine writes them while
// there are any.
type writeQueue struct {
	mu      sync.Mutex
	waiting []*queuedWrite
	writing bool // that goroutine runs
	closed  bool
	idle    *sync.Cond   // on mu: nothing is written any more
	waits   atomic.Int64 // writes that did not begin at once
	waited  atomic.Int64 // nanoseconds, the sum of all waits
}

var errQueueClosed = errors.New("store: the database is closed")

// close refuses further writes, and waits until all that came before are done. Else the
// process could end in the middle of one, and leave SQLite's log behind.
func (q *writeQueue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	for q.writing {
		q.idle.Wait()
	}
}

// joins reports whether a write may share the transaction of a group.
func (w *queuedWrite) joins(group []*queuedWrite) bool {
	return len(group) == 0 || len(group) < maxGroup && !w.isBulk && !group[0].isBulk
}

// take removes the next group from the queue.
func (q *writeQueue) take() (group []*queuedWrite) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) > 0 && q.waiting[0].joins(group) {
		w := q.waiting[0]
		if !w.queued.IsZero() {
			q.waits.Add(1)
			q.waited.Add(int64(time.Since(w.queued)))
		}
		if w.taken.CompareAndSwap(false, true) {
			group = append(group, w)
		}
		q.waiting = q.waiting[1:]
	}
	if q.writing = len(group) > 0; !q.writing {
		q.idle.Broadcast()
	}
	return group
}

// write has fn written with the next group, and waits for that.
func (d *sqliteDialect) write(ctx context.Context, in scope, fn func(q transaction) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w := &queuedWrite{ctx: ctx, isBulk: in.isBulk, fn: fn, done: make(chan struct{})}
	d.queue.mu.Lock()
	if d.queue.closed {
		d.queue.mu.Unlock()
		return errQueueClosed
	}
	d.queue.waiting = append(d.queue.waiting, w)
	if d.queue.writing {
		w.queued = time.Now()
	} else {
		d.queue.writing = true
		go d.writeNext()
	}
	d.queue.mu.Unlock()
	select {
	case <-w.done:
	case <-ctx.Done():
		if w.taken.CompareAndSwap(false, true) {
			return neverBegan(ctx.Err())
		}
		<-w.done
	}
	if w.panicked != "" {
		panic(w.panicked)
	}
	return w.err
}

// neverBegan is the error of a write that waited until its deadline: the database was
// busy, the write was not slow.
func neverBegan(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return tracker.ErrBusy
	}
	return err
}

// writeNext writes the next group. The rest is left to another goroutine, because a test
// that fails inside of a write ends this one.
func (d *sqliteDialect) writeNext() {
	if group := d.queue.take(); len(group) > 0 {
		defer func() { go d.writeNext() }()
		d.together(group)
	}
}

// together runs a group in one transaction, which does not end with any request. A write that is
// alone needs no savepoint: within one, the end of each statement costs SQLite a walk through all
// pages that the savepoint has kept so far.
func (d *sqliteDialect) together(group []*queuedWrite) {
	err := errors.New("the goroutine of the write has ended")
	defer func() {
		for _, w := range group {
			if err != nil { // a refusal too may rest on what has now not happened
				w.err = err
			}
			close(w.done)
		}
	}()
	err = d.transaction(context.Background(), func(tx *sqliteTx) error {
		if len(group) == 1 {
			if err := neverBegan(group[0].ctx.Err()); err != nil {
				return err
			}
			return group[0].attempt(tx)
		}
		for _, w := range group {
			if w.err = neverBegan(w.ctx.Err()); w.err != nil {
				continue
			}
			if err := w.runIn(tx); err != nil {
				return err
			}
		}
		return nil
	})
}

// runIn runs the write in a savepoint, which undoes it if it fails. The commit releases
// the savepoints of the group; ROLLBACK TO means the last one. The error that runIn
// returns is about the transaction.
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
	return nil
}

func (w *queuedWrite) attempt(q transaction) (err error) {
	defer func() {
		if p := recover(); p != nil {
			w.panicked = fmt.Sprintf("%v\n%s", p, debug.Stack())
			err = fmt.Errorf("panic in a write: %v", p)
		}
	}()
	return w.fn(q)
}
