package store

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"btracker/internal/tracker"
)

var errRolledBack = errors.New("the caller's own error")

func TestWriteRollsBackOnErrorAndPanic(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		insert := func(tx *Tx) {
			if err := tx.InsertCompany(t.Context(), tracker.Company{ID: newID(), Name: "x", CreatedAt: f.now}, "x"); err != nil {
				t.Error(err)
			}
		}
		err := f.Write(t.Context(), func(tx *Tx) error { insert(tx); return errRolledBack })
		if !errors.Is(err, errRolledBack) {
			t.Errorf("the caller's error became %v", err)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic was swallowed")
				}
			}()
			_ = f.Write(t.Context(), func(tx *Tx) error { insert(tx); panic("defect") })
		}()
		is(t, "companies", f.count("company"), 0)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		err = f.Write(ctx, func(tx *Tx) error {
			return tx.InsertCompany(ctx, tracker.Company{ID: newID(), Name: "y", CreatedAt: f.now}, "x")
		})
		if err != nil {
			t.Errorf("the next write: %v", err)
		}
	})
}

func TestTransactionSeesItsOwnWrites(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		id := newID()
		f.write(func(tx *Tx) error {
			if err := tx.InsertCompany(t.Context(), tracker.Company{ID: id, Name: "x", CreatedAt: f.now}, "x"); err != nil {
				return err
			}
			if _, err := tx.Company(t.Context(), id); err != nil {
				t.Errorf("inside: %v", err)
			}
			if _, err := f.Company(t.Context(), id); !tracker.IsKind(err, tracker.KindNotFound) {
				t.Errorf("outside, before the commit: %v", err)
			}
			return nil
		})
	})
}

// Read, add one, write back: what loses updates unless transactions are
// serializable and the losers of a race run again.
func TestConcurrentReadModifyWriteLosesNothing(t *testing.T) {
	const writers, rounds = 8, 10
	onBoth(t, func(t *testing.T, f *fixture) {
		var all sync.WaitGroup
		for range writers {
			all.Go(func() {
				for range rounds {
					if err := f.Write(t.Context(), func(tx *Tx) error {
						known, err := tx.Throttles(t.Context(), "counter")
						if err != nil {
							return err
						}
						return tx.PutThrottles(t.Context(), map[string]Throttle{"counter": {Failures: known["counter"].Failures + 1, BlockedUntil: f.now, UpdatedAt: f.now}})
					}); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		all.Wait()
		known, err := f.Throttles(t.Context(), "counter")
		f.ok(err)
		is(t, "increments", known["counter"].Failures, writers*rounds)
	})
}

// Two transactions that each read what the other writes: one must see the other's.
func TestWriteSkewIsImpossible(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		f.addUser("a@example.com", admin)
		f.addUser("b@example.com", admin)
		var both sync.WaitGroup
		for _, email := range []string{"a@example.com", "b@example.com"} {
			both.Go(func() {
				if err := f.Write(t.Context(), func(tx *Tx) error {
					enabled, err := one(t.Context(), tx.Queries, scanOne[int], "SELECT count(*) FROM users WHERE is_admin AND disabled_at IS NULL")
					if err != nil || enabled < 2 {
						return err // the last administrator stays
					}
					time.Sleep(20 * time.Millisecond)
					_, err = tx.run(t.Context(), "UPDATE users SET disabled_at = 1 WHERE email = $1", email)
					return err
				}); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		is(t, "enabled administrators", f.count("users WHERE disabled_at IS NULL"), 1)
	})
}

func TestDeadlineIsATimeout(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		endless := map[string]string{
			"sqlite":   "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
			"postgres": "SELECT count(*) FROM generate_series(1, 100000000000) AS n",
		}[f.Dialect()]
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, read := one(ctx, f.Queries, scanOne[int], endless)
		write := f.Write(ctx, func(tx *Tx) error { _, err := one(ctx, tx.Queries, scanOne[int], endless); return err })
		for what, err := range map[string]error{"read": read, "write": write} {
			if !tracker.IsKind(err, tracker.KindTimeout) {
				t.Errorf("%s: %v", what, err)
			}
		}
		f.addCompany("the connections are fit for use")
	})
}

func TestWaitingForAnotherWriterEndsAtTheDeadline(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		f.raw("INSERT INTO throttle (subject, failures, blocked_until, updated_at) VALUES ('s', 0, 0, 0)")
		holding, release := make(chan struct{}), make(chan struct{})
		var holder sync.WaitGroup
		holder.Go(func() {
			if err := f.Write(t.Context(), func(tx *Tx) error {
				_, err := tx.run(t.Context(), "UPDATE throttle SET failures = 1")
				close(holding)
				<-release
				return err
			}); err != nil {
				t.Error(err)
			}
		})
		<-holding
		ctx, cancel := context.WithTimeout(t.Context(), busyWait/2) // before PostgreSQL gives up waiting for the lock by itself
		defer cancel()
		err := f.Write(ctx, func(tx *Tx) error { _, err := tx.run(ctx, "UPDATE throttle SET failures = 2"); return err })
		// SQLite knows that it never got its turn; PostgreSQL waits inside a statement.
		if want := map[string]tracker.Kind{"sqlite": tracker.KindUnavailable, "postgres": tracker.KindTimeout}[f.Dialect()]; !tracker.IsKind(err, want) {
			t.Errorf("the waiting one: %v", err)
		}
		close(release)
		holder.Wait()
		known, err := f.Throttles(t.Context(), "s")
		f.ok(err)
		is(t, "the holder's value", known["s"].Failures, 1)
	})
}

func TestClosedPostgresIsAway(t *testing.T) {
	f := &fixture{T: t, Store: newPostgres(t), now: time.Now()}
	// The server ends every connection, as it does when it stops.
	_, _ = f.Pool().Exec(t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()")
	err := f.Write(t.Context(), func(tx *Tx) error {
		_, err := tx.run(t.Context(), "SELECT pg_terminate_backend(pg_backend_pid())")
		return err
	})
	if !tracker.IsKind(err, tracker.KindUnavailable) {
		t.Errorf("a connection that the server ended: %v", err)
	}
	f.addCompany("it comes back by itself")
}

// A COMMIT whose answer never came may have happened: it is not tried again.
func TestLostCommitIsNotRetried(t *testing.T) {
	f := &fixture{T: t, Store: newPostgres(t), now: time.Now()}
	calls := 0
	ctx, cancel := context.WithCancel(t.Context())
	err := f.Write(ctx, func(tx *Tx) error {
		calls++
		_, err := tx.run(ctx, "UPDATE throttle SET failures = 1")
		cancel() // the commit is sent into the void
		return err
	})
	if e, ok := errors.AsType[*tracker.Error](err); !ok || e.Kind != tracker.KindUnavailable || e.Code != "unknownOutcome" || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
}
