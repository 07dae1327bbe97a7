package main

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"sync"
	"time"

	"btracker/internal/store"
	"btracker/internal/tools/measure"
	"btracker/internal/tools/program"
)

// flushed looks, from outside, at when the server flushes the log of its database.
// One writer alone needs a flush for each commit. Writers together may share one,
// but between a request and its answer there is always a whole flush.
func flushed(l *lab) {
	t, calls := l.watchFiles(l.sqlite())
	s := l.serve(t)
	const log = store.SQLiteFile + "-wal"
	before := len(calls.flushesOf(log))
	alone := l.timedWrites(s.Client, 1, l.of(100, 1000))
	after := len(calls.flushesOf(log))
	together := l.timedWrites(s.Client, writers, l.of(300, 5000))
	all := calls.flushesOf(log)
	l.figures = func() string {
		return fmt.Sprintf("one writer: %d acknowledged commits, %d flushes; %d writers: %d acknowledged, %d flushes, one within each request",
			len(alone), after-before, writers, len(together), len(all)-after)
	}
	if after-before < len(alone) {
		l.Fatal("fewer flushes than commits")
	}
	slices.SortFunc(all, func(a, b interval) int { return a.began.Compare(b.began) })
	for _, write := range append(alone, together...) {
		// Flushes follow each other: the first to begin is the first to end.
		next := sort.Search(len(all), func(i int) bool { return !all[i].began.Before(write.began) })
		if next == len(all) || all[next].ended.After(write.ended) {
			l.Fatalf("a write at %s was acknowledged before it was flushed", write.began)
		}
	}
}

// interval is when something was under way.
type interval struct{ began, ended time.Time }

// timedWrites makes companies, and remembers when each was asked for and
// acknowledged.
func (l *lab) timedWrites(c program.Client, clients, n int) (done []interval) {
	book := newLedger()
	var mu sync.Mutex
	r := measure.Load{Clients: clients, Requests: int64(n)}.Send(l.Context(), func(ctx context.Context, _ int64) error {
		began := time.Now()
		_, err := book.create(ctx, c)
		ended := time.Now()
		mu.Lock()
		defer mu.Unlock()
		done = append(done, interval{began, ended})
		return err
	})
	l.ok(r.Failure)
	return done
}
