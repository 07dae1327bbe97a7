package store

import (
	"testing"
	"time"
)

func TestPoolsTellWhoWaits(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		total := func() (sum PoolStats) {
			for _, p := range f.Pools() {
				if p.Name == "" || p.Max == 0 || p.InUse > p.Max {
					t.Errorf("%+v", p)
				}
				sum.InUse, sum.Idle, sum.Waits, sum.WaitTime = sum.InUse+p.InUse, sum.Idle+p.Idle, sum.Waits+p.Waits, sum.WaitTime+p.WaitTime
			}
			return sum
		}
		before := total()
		if before.InUse != 0 || before.Idle == 0 {
			t.Errorf("at rest: %+v", before)
		}
		f.ok(f.Write(t.Context(), func(*Tx) error {
			if now := total(); now.InUse != 1 {
				t.Errorf("in a transaction: %+v", now)
			}
			return nil
		}))
		if now := total(); now.InUse != 0 || now.Waits != before.Waits {
			t.Errorf("after it: %+v, before it %+v", now, before)
		}
		f.writeThatWaits()
		if now := total(); now.Waits <= before.Waits || now.WaitTime <= before.WaitTime { // its first write may wait a moment for the writer before it
			t.Errorf("after a wait: %+v, before it %+v", now, before)
		}
	})
}

// writeThatWaits writes while no connection is free at once.
func (f *fixture) writeThatWaits() {
	f.Helper()
	nothing := func(*Tx) error { return nil }
	if d, ok := f.dialect.(*sqliteDialect); ok {
		for _, o := range f.during(d, nothing) {
			f.ok(o.err)
		}
		return
	}
	for f.Pool().Stat().IdleConns() > 0 {
		conn, err := f.Pool().Acquire(f.Context())
		f.ok(err)
		defer conn.Release()
	}
	f.ok(f.Write(f.Context(), nothing)) // waits for a new connection
}

func TestWaitingJobs(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		check := func(want WaitingJobs) {
			t.Helper()
			got, err := f.WaitingJobs(t.Context(), "mail")
			f.ok(err)
			if got.Count != want.Count || !got.Oldest.Equal(want.Oldest) {
				t.Errorf("%+v, want %+v", got, want)
			}
		}
		add := func(queue, state, created, finalized string) {
			t.Helper()
			f.raw("INSERT INTO river_job (args, kind, queue, max_attempts, state, created_at, finalized_at) VALUES ('{}', 'mail', '" + queue +
				"', 1, '" + state + "', '" + created + "', " + finalized + ")")
		}
		check(WaitingJobs{})
		add("mail", "completed", "2026-11-01 12:00:00+00:00", "'2026-11-01 12:00:01+00:00'")
		add("mail", "discarded", "2026-11-01 12:00:00+00:00", "'2026-11-01 12:00:01+00:00'")
		add("default", "available", "2026-11-01 12:00:00+00:00", "NULL")
		check(WaitingJobs{})
		add("mail", "retryable", "2026-11-15 11:00:00.25+00:00", "NULL")
		add("mail", "available", "2026-11-15 12:00:00+00:00", "NULL")
		add("mail", "running", "2026-11-15 12:00:00+00:00", "NULL")
		check(WaitingJobs{Count: 3, Oldest: time.Date(2026, 11, 15, 11, 0, 0, 250_000_000, time.UTC)})
	})
}
