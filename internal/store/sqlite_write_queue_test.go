package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

// outcome is what became of one write of a group.
type outcome struct {
	err   error
	panic any
	tx    transaction // that it ran in last
	runs  int
}

// during lets writes queue up behind one that has the turn, and then through.
func (f *fixture) during(d *sqliteDialect, writers ...func(tx *Tx) error) []outcome {
	f.Helper()
	outcomes := make([]outcome, len(writers))
	var all sync.WaitGroup
	f.ok(f.Write(f.Context(), func(*Tx) error {
		for i, fn := range writers {
			o := &outcomes[i]
			all.Go(func() {
				defer func() {
					if p := recover(); p != nil { // followed by the stack
						o.panic, _, _ = strings.Cut(p.(string), "\n")
					}
				}()
				o.err = f.Write(f.Context(), func(tx *Tx) error {
					o.tx, o.runs = tx.tx, o.runs+1
					return fn(tx)
				})
			})
			d.waitFor(f.T, i+1)
		}
		return nil
	}))
	all.Wait()
	return outcomes
}

// inserting writes a company.
func (f *fixture) inserting(name string) func(tx *Tx) error {
	return func(tx *Tx) error {
		return tx.InsertCompany(f.Context(), tracker.Company{ID: newID(), Name: name, CreatedAt: f.now}, "x")
	}
}

// What waits together is written together; an error or a panic is its own
// writer's alone, and who gives up while waiting has written nothing.
func TestWaitingWritesShareATransaction(t *testing.T) {
	f, d := newSQLiteFixture(t)
	good := f.during(d, f.inserting("A"), f.inserting("B"), f.inserting("C"))
	for i, o := range good {
		if o.err != nil || o.runs != 1 || o.tx != good[0].tx {
			t.Errorf("writer %d: %v, %d runs, in one transaction: %v", i, o.err, o.runs, o.tx == good[0].tx)
		}
	}
	mixed := f.during(d,
		f.inserting("D"),
		func(tx *Tx) error { f.ok(f.inserting("refused")(tx)); return errRolledBack },
		func(tx *Tx) error { f.ok(f.inserting("broken")(tx)); panic("defect") },
		f.inserting("E"))
	for i, o := range mixed {
		if want := fmt.Sprint([]any{nil, nil, "defect", nil}[i]); fmt.Sprint(o.panic) != want || errors.Is(o.err, errRolledBack) != (i == 1) || i != 1 && o.err != nil {
			t.Errorf("writer %d: %v, panic %v", i, o.err, o.panic)
		}
	}

	ctx, cancel := context.WithCancel(t.Context())
	f.ok(f.Write(t.Context(), func(*Tx) error {
		gone := make(chan error)
		go func() { gone <- f.Write(ctx, f.inserting("given up")) }()
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

// A write that is refused makes no other of its group run again, whatever it has read
// and written until then: that alone is undone.
func TestRefusalsLeaveTheirGroupAlone(t *testing.T) {
	f, d := newSQLiteFixture(t)
	group := f.during(d,
		f.inserting("A"),
		func(tx *Tx) error { _, err := tx.Company(t.Context(), "unknown"); return err },
		f.inserting("B"),
		func(tx *Tx) error {
			return tx.UpdateCompany(t.Context(), tracker.Company{}, tracker.Company{ID: "unknown"}, "x", f.now)
		},
		func(*Tx) error { return tracker.ErrRole },
		f.inserting("C"),
		func(tx *Tx) error { f.ok(f.inserting("undone")(tx)); return tracker.ErrRole },
		f.inserting("D"))
	for i, o := range group {
		refused := tracker.IsKind(o.err, tracker.KindNotFound) || tracker.IsKind(o.err, tracker.KindForbidden)
		if o.runs != 1 || o.tx != group[0].tx || refused != (i == 1 || i == 3 || i == 4 || i == 6) || !refused && o.err != nil {
			t.Errorf("writer %d: %v, %d runs, in one transaction: %v", i, o.err, o.runs, o.tx == group[0].tx)
		}
	}
	names, total := f.companyNames(everything, tracker.ListQuery{})
	is(t, "companies", fmt.Sprint(total, names), "4 [A B C D]")
}

// A group is written although the request of whoever runs it is given up meanwhile.
func TestAGroupOutlivesTheRequestOfItsLeader(t *testing.T) {
	f, d := newSQLiteFixture(t)
	ctx, cancel := context.WithCancel(t.Context())
	outcomes := make(chan error, 2)
	f.ok(f.Write(t.Context(), func(*Tx) error {
		go func() {
			outcomes <- f.Write(ctx, func(tx *Tx) error {
				err := tx.InsertCompany(ctx, tracker.Company{ID: newID(), Name: "A", CreatedAt: f.now}, "x")
				cancel()
				return err
			})
		}()
		d.waitFor(t, 1)
		go func() { outcomes <- f.Write(t.Context(), f.inserting("B")) }()
		d.waitFor(t, 2)
		return nil
	}))
	<-outcomes
	<-outcomes
	names, _ := f.companyNames(everything, tracker.ListQuery{Search: "b"})
	is(t, "the other's company", fmt.Sprint(names), "[B]")
}

// waitFor waits until so many writes are in the queue.
func (d *sqliteDialect) waitFor(t *testing.T, n int) {
	testkit.Until(t, fmt.Sprint(n, " writes wait"), func() bool {
		d.queue.mu.Lock()
		defer d.queue.mu.Unlock()
		return len(d.queue.waiting) >= n
	})
}

// A bulk shares its transaction with nobody, and those who wait around it share theirs.
func TestABulkIsWrittenAlone(t *testing.T) {
	f, d := newSQLiteFixture(t)
	transactions := make([]transaction, 5)
	var all sync.WaitGroup
	f.ok(f.Write(f.Context(), func(*Tx) error {
		for i := range transactions {
			write := f.Write
			if i == 2 {
				write = f.WriteBulk
			}
			all.Go(func() {
				if err := write(f.Context(), func(tx *Tx) error { transactions[i] = tx.tx; return nil }); err != nil {
					t.Error(err)
				}
			})
			d.waitFor(t, i+1)
		}
		return nil
	}))
	all.Wait()
	if x := transactions; x[0] != x[1] || x[1] == x[2] || x[2] == x[3] || x[3] != x[4] {
		t.Errorf("%p", x)
	}
}

// The end of the process waits for what is being written, so that SQLite leaves no log behind.
func TestClosingWaitsForWrites(t *testing.T) {
	dir := t.TempDir()
	s := newSQLiteIn(t, dir)
	begun := make(chan struct{})
	written := make(chan error, 1)
	go func() {
		written <- s.Write(t.Context(), func(tx *Tx) error {
			close(begun)
			time.Sleep(50 * time.Millisecond)
			return tx.InsertCompany(t.Context(), tracker.Company{ID: newID(), Name: "Acme", CreatedAt: time.Now()}, "x")
		})
	}()
	<-begun
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, SQLiteFile+"-wal")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the log is left: %v", err)
	}
	if err := <-written; err != nil {
		t.Error(err)
	}
	if err := s.Write(t.Context(), func(*Tx) error { return nil }); !errors.Is(err, errQueueClosed) {
		t.Errorf("a write after the end: %v", err)
	}
}
