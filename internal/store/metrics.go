package store

import (
	"context"
	"time"
)

// PoolStats is how busy the connections of a pool are.
type PoolStats struct {
	Name             string // "postgres"; "readers" and "writer" of SQLite
	Max, InUse, Idle int
	Waits            int64         // how often no connection was free at once
	WaitTime         time.Duration // the sum of all waits
}

// Pools describes each pool of connections.
func (s *Store) Pools() []PoolStats { return s.dialect.pools() }

// Readers returns how many connections read at once.
func (s *Store) Readers() int { return s.dialect.pools()[0].Max }

// WaitingJobs describes the jobs of a queue that are still to be done.
type WaitingJobs struct {
	Count  int64 // at most maxWaiting
	Oldest time.Time
}

// maxWaiting bounds the cost of counting.
const maxWaiting = 10_000

// WaitingJobs counts the jobs of a queue that are neither done nor given up. Oldest
// is the zero time if no job waits.
func (q Queries) WaitingJobs(ctx context.Context, queue string) (WaitingJobs, error) {
	return one(ctx, q, func(r rows) (w WaitingJobs, err error) {
		var oldest *int64
		err = r.Scan(&w.Count, &oldest)
		if at := instantOrNil(oldest); at != nil {
			w.Oldest = *at
		}
		return w, err
	}, `SELECT count(*), `+q.dialect.timestampMillis("min(created_at)")+`
		FROM (
			SELECT created_at
			FROM river_job
			WHERE queue = $1
				AND state IN ('available', 'pending', 'retryable', 'running', 'scheduled')
			LIMIT $2
		) AS waiting`, queue, maxWaiting)
}

// ReleaseJobs lets jobs run again that a process was working on when it died. A process that uses the
// database alone calls it at its start; with others beside it, they run again after their time limit.
func (s *Store) ReleaseJobs(ctx context.Context) error {
	return s.Write(ctx, func(tx *Tx) error {
		_, err := tx.run(ctx, `UPDATE river_job SET state = 'available' WHERE state = 'running'`)
		return err
	})
}
