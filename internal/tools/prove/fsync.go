package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"sync"
	"time"

	"btracker/internal/store"
	"btracker/internal/tools/program"
)

// flushed looks, from outside, at when the server flushes the log of its database.
// One writer alone needs a flush for each commit. Writers together may share one,
// but between a request and its answer there is always a whole flush.
func flushed(ctx context.Context, l *lab) (string, error) {
	t, calls, err := l.watchFiles(l.sqlite("data"))
	if err != nil {
		return "", err
	}
	s, err := l.serve(ctx, t)
	if err != nil {
		return "", err
	}
	const log = store.SQLiteFile + "-wal"
	before := len(calls.flushesOf(log))
	alone, err := timedWrites(ctx, s.Client, 1, l.of(100, 1000))
	if err != nil {
		return "", err
	}
	after := len(calls.flushesOf(log))
	together, err := timedWrites(ctx, s.Client, writers, l.of(300, 5000))
	if err != nil {
		return "", err
	}
	all := calls.flushesOf(log)
	figures := fmt.Sprintf("one writer: %d acknowledged commits, %d flushes; %d writers: %d acknowledged, %d flushes, one within each request",
		len(alone), after-before, writers, len(together), len(all)-after)
	if after-before < len(alone) {
		return figures, errors.New("fewer flushes than commits")
	}
	slices.SortFunc(all, func(a, b interval) int { return a.began.Compare(b.began) })
	for _, write := range append(alone, together...) {
		// Flushes follow each other: the first to begin is the first to end.
		next := sort.Search(len(all), func(i int) bool { return !all[i].began.Before(write.began) })
		if next == len(all) || all[next].ended.After(write.ended) {
			return figures, fmt.Errorf("a write at %s was acknowledged before it was flushed", write.began)
		}
	}
	return figures, nil
}

// interval is when something was under way.
type interval struct{ began, ended time.Time }

// timedWrites makes companies from so many sides, and remembers when each was
// asked for and acknowledged.
func timedWrites(ctx context.Context, c program.Client, sides, n int) (done []interval, err error) {
	book := newLedger()
	var mu sync.Mutex
	var all sync.WaitGroup
	for range sides {
		all.Go(func() {
			for range n / sides {
				began := time.Now()
				_, failed := book.create(ctx, c)
				ended := time.Now()
				mu.Lock()
				done, err = append(done, interval{began, ended}), errors.Join(err, failed)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return done, err
}
