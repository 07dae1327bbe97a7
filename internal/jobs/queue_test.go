package jobs_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"btracker/internal/store"
	"btracker/internal/storetest"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

func TestStopWaitsForTheMailOnItsWay(t *testing.T) {
	onBoth(t, func(t *testing.T, o *office) {
		held, hold := o.holdMails()
		o.server.Start()
		o.addUser("a@example.com")
		q, start := o.queue()
		o.enqueue(q, "a@example.com", nil)
		start()
		<-held
		stopped := make(chan struct{})
		go func() { defer close(stopped); o.stop(q) }()
		select {
		case <-stopped:
			t.Error("it did not wait")
		case <-time.After(200 * time.Millisecond):
		}
		close(hold)
		<-stopped
		if list := o.mailJobs(); list[0].state != "completed" || len(o.server.Mails()) != 1 {
			t.Errorf("%+v with %d mails", list, len(o.server.Mails()))
		}
	})
}

// An ordinary stop is no failure, whatever runs.
func TestStopCutsOffAtItsDeadline(t *testing.T) {
	onBoth(t, func(t *testing.T, o *office) {
		held, hold := o.holdMails()
		o.server.Start()
		o.addUser("a@example.com")
		q, start := o.queue()
		o.enqueue(q, "a@example.com", nil)
		start()
		<-held
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if err := q.Stop(ctx); err != nil || !strings.Contains(o.logs.String(), "jobs that took too long were cut off") {
			t.Errorf("stop: %v\n%s", err, o.logs.String())
		}
		if state := o.mailJobs()[0].state; state == "completed" || state == "cancelled" || state == "discarded" {
			t.Errorf("the mail that was cut off is %s", state)
		}
		close(hold)
	})
}

func TestCleanupRunsAtTheStart(t *testing.T) {
	onBoth(t, func(t *testing.T, o *office) {
		id := o.addUser("a@example.com")
		longAgo := time.Now().Add(-48 * time.Hour)
		if err := o.store.Write(t.Context(), func(tx *store.Tx) error {
			return tx.InsertSession(t.Context(), store.Session{ID: "old", UserID: id, CreatedAt: longAgo, ExpiresAt: longAgo})
		}); err != nil {
			t.Fatal(err)
		}
		there := func() bool {
			_, _, err := o.store.SessionUser(t.Context(), "old", longAgo.Add(-time.Hour))
			if err != nil && !tracker.IsKind(err, tracker.KindNotFound) {
				t.Fatal(err)
			}
			return err == nil
		}
		if !there() {
			t.Fatal("no session to clean up")
		}
		_, start := o.queue()
		start()
		testkit.Until(t, "the old session is gone", func() bool { return !there() })
	})
}

// Not in parallel with anything: it counts goroutines.
func TestStoppedQueueLeavesNothingRunning(t *testing.T) {
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			storetest.Openers[name](t) // what is shared, such as the PostgreSQL server, is there before we look
			before := goleak.IgnoreCurrent()
			t.Run("work", func(t *testing.T) {
				o := newOffice(t, storetest.Openers[name](t))
				o.server.Start()
				o.addUser("a@example.com")
				q, start := o.queue()
				o.enqueue(q, "a@example.com", nil)
				start()
				o.untilState("completed")
			})
			goleak.VerifyNone(t, before)
		})
	}
}
