package jobs_test

import (
	"testing"

	"btracker/internal/store"
	"btracker/internal/storetest"
	"btracker/internal/testkit"
)

// A bulk action whose process died goes on at once; one that a process works on is left alone.
func TestBulkOfADeadProcessGoesOn(t *testing.T) {
	o := newOffice(t, storetest.Openers["postgres"](t))
	q, start := o.queue()
	add := func(bulk string) (job int64) {
		if err := o.store.Write(t.Context(), func(tx *store.Tx) error { return q.EnqueueBulk(t.Context(), tx, bulk) }); err != nil {
			t.Fatal(err)
		}
		if err := o.store.Pool().QueryRow(t.Context(), `UPDATE river_job SET state = 'running', attempted_at = now() - INTERVAL '6 seconds', attempted_by = '{dead}'
			WHERE args ->> 'id' = $1 RETURNING id`, bulk).Scan(&job); err != nil {
			t.Fatal(err)
		}
		return job
	}
	state := func(job int64) (state string) {
		if err := o.store.Pool().QueryRow(t.Context(), `SELECT state FROM river_job WHERE id = $1`, job).Scan(&state); err != nil {
			t.Fatal(err)
		}
		return state
	}
	dead, alive := add("dead"), add("alive")
	release, err := o.store.HoldJob(t.Context(), alive)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	start()
	testkit.Until(t, "it goes on", func() bool { return state(dead) != "running" })
	if _, err := o.store.ReleaseLostJobs(t.Context(), "bulk", 0); err != nil {
		t.Error(err)
	}
	if got := state(alive); got != "running" {
		t.Errorf("the one that is worked on is %s", got)
	}
}
