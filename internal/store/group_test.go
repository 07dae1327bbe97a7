package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

// What waits together is written together; an error or a panic is its own
// writer's alone, and who gives up while waiting has written nothing.
func TestWaitingWritesShareATransaction(t *testing.T) {
	f, d := newSQLiteFixture(t)
	type outcome struct {
		err   error
		panic any
		raw   any // the transaction that it ran in last
		runs  int
	}
	// during lets writes queue up behind one that has the turn, and then through.
	during := func(writers ...func(tx *Tx) error) []outcome {
		t.Helper()
		outcomes := make([]outcome, len(writers))
		var all sync.WaitGroup
		f.ok(f.Write(t.Context(), func(*Tx) error {
			for i, fn := range writers {
				o := &outcomes[i]
				all.Go(func() {
					defer func() { o.panic = recover() }()
					o.err = f.Write(t.Context(), func(tx *Tx) error {
						o.raw, o.runs = tx.Raw(), o.runs+1
						return fn(tx)
					})
				})
				d.waitFor(t, i+1)
			}
			return nil
		}))
		all.Wait()
		return outcomes
	}
	insert := func(name string) func(tx *Tx) error {
		return func(tx *Tx) error {
			return tx.InsertCompany(t.Context(), tracker.Company{ID: newID(), Name: name, CreatedAt: f.now}, "x")
		}
	}

	good := during(insert("A"), insert("B"), insert("C"))
	for i, o := range good {
		if o.err != nil || o.runs != 1 || o.raw != good[0].raw {
			t.Errorf("writer %d: %v, %d runs, in one transaction: %v", i, o.err, o.runs, o.raw == good[0].raw)
		}
	}
	mixed := during(
		insert("D"),
		func(tx *Tx) error { f.ok(insert("refused")(tx)); return errRolledBack },
		func(tx *Tx) error { f.ok(insert("broken")(tx)); panic("defect") },
		insert("E"))
	for i, o := range mixed {
		if want := fmt.Sprint([]any{nil, nil, "defect", nil}[i]); fmt.Sprint(o.panic) != want || errors.Is(o.err, errRolledBack) != (i == 1) || i != 1 && o.err != nil {
			t.Errorf("writer %d: %v, panic %v", i, o.err, o.panic)
		}
	}

	ctx, cancel := context.WithCancel(t.Context())
	f.ok(f.Write(t.Context(), func(*Tx) error {
		gone := make(chan error)
		go func() { gone <- f.Write(ctx, insert("given up")) }()
		d.waitFor(t, 1)
		cancel()
		if err := <-gone; !errors.Is(err, context.Canceled) {
			t.Errorf("given up: %v", err)
		}
		return nil
	}))
	names, total := f.companyNames(everything, tracker.ListQuery{})
	is(t, "companies", fmt.Sprint(total, names), "5 [A B C D E]")
}

// waitFor waits until so many writes are in the queue.
func (d *sqliteDialect) waitFor(t *testing.T, n int) {
	testkit.Until(t, fmt.Sprint(n, " writes wait"), func() bool {
		d.queue.mu.Lock()
		defer d.queue.mu.Unlock()
		return len(d.queue.waiting) >= n
	})
}
