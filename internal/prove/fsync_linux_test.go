package prove

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"btracker/internal/store"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

// Every acknowledged commit on SQLite was flushed to disk first. One writer alone
// needs a flush for each commit. Writers together may share one, but between a
// request and its answer there is always a whole flush.
func TestFsync(t *testing.T) {
	begin(t)
	target, calls := watchFiles(t, onSQLite(t))
	s := serve(t, target)
	const log = store.SQLiteFile + "-wal"
	before := len(calls.flushesOf(log))
	alone := timedWrites(t, s.Client, 1, shortOrFull(100, 1000))
	after := len(calls.flushesOf(log))
	together := timedWrites(t, s.Client, writers, shortOrFull(300, 5000))
	all := calls.flushesOf(log)
	t.Logf("one writer: %d acknowledged commits, %d flushes; %d writers: %d acknowledged, %d flushes",
		len(alone), after-before, writers, len(together), len(all)-after)
	for _, write := range append(alone, together...) {
		// A signal that comes while the kernel waits for the answer makes it ask again, so the flushes that were seen may
		// overlap, and there may be more of them than the server asked for.
		if !slices.ContainsFunc(all, func(flush interval) bool {
			return flush.began.After(write.began) && flush.ended.Before(write.ended)
		}) {
			t.Fatalf("a write at %s was acknowledged before it was flushed", write.began)
		}
	}
}

// interval is the time that a flush or a write took.
type interval struct{ began, ended time.Time }

// timedWrites creates companies, and returns when each was requested and
// acknowledged.
func timedWrites(t *testing.T, c program.Client, clients, n int) (done []interval) {
	book := newLedger()
	var mu sync.Mutex
	r := testkit.Load{Clients: clients, Requests: int64(n)}.Send(t.Context(), func(ctx context.Context, _ int64) error {
		began := time.Now()
		_, err := book.create(ctx, c)
		ended := time.Now()
		mu.Lock()
		defer mu.Unlock()
		done = append(done, interval{began, ended})
		return err
	})
	ok(t, r.Failure)
	return done
}
