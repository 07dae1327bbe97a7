package store

import (
	"context"
	"time"
)

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
// database alone calls it at its start.
func (s *Store) ReleaseJobs(ctx context.Context) error {
	return s.Write(ctx, func(tx *Tx) error {
		_, err := tx.run(ctx, `UPDATE river_job SET state = 'available' WHERE state = 'running'`)
		return err
	})
}

const (
	// heldJobs is an arbitrary number that all replicas agree on.
	heldJobs = 7_286
	// heldJob is the number of a job beside it.
	heldJob = "CAST(id % 2147483647 AS INTEGER)"
)

// HoldJob tells other replicas until release that a process works on a job: PostgreSQL forgets it when the process dies. On SQLite
// nobody asks.
func (s *Store) HoldJob(ctx context.Context, id int64) (release func(), err error) {
	if s.HasOwnFiles() {
		return func() {}, nil
	}
	conn, err := s.Pool().Acquire(ctx)
	if err != nil {
		return nil, err
	}
	if _, err = conn.Exec(ctx, "SELECT pg_advisory_lock($1, "+heldJob+") FROM (SELECT CAST($2 AS BIGINT) AS id) AS job", heldJobs, id); err != nil {
		conn.Release()
		return nil, s.dialect.translate(err)
	}
	return func() {
		ctx := context.WithoutCancel(ctx)
		if _, err := conn.Exec(ctx, "SELECT pg_advisory_unlock_all()"); err != nil {
			_ = conn.Conn().Close(ctx) // and with it the lock
		}
		conn.Release()
	}, nil
}

// ReleaseLostJobs lets jobs of a queue run again whose process has died, and returns how many. Jobs that began only now may not be
// held yet.
func (s *Store) ReleaseLostJobs(ctx context.Context, queue string, begun time.Duration) (int64, error) {
	done, err := s.Pool().Exec(ctx, `
		UPDATE river_job SET state = 'available'
		WHERE state = 'running' AND queue = $1 AND attempted_at < now() - CAST($2 AS INTERVAL) AND pg_try_advisory_xact_lock($3, `+heldJob+`)`,
		queue, begun, heldJobs)
	return done.RowsAffected(), s.dialect.translate(err)
}
