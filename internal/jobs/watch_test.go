package jobs_test

import (
	"testing"

	"btracker/internal/testkit"
)

// What the metrics tell an operator of the queue.
func TestQueueTellsOfWaitingMailsAndTheLastScan(t *testing.T) {
	onBoth(t, func(t *testing.T, o *office) {
		q, start := o.queue()
		o.addUser("ada@example.com")
		waiting := func() int64 {
			t.Helper()
			w, err := q.WaitingMails(t.Context())
			if err != nil || w.Oldest.IsZero() != (w.Count == 0) {
				t.Fatalf("%+v, %v", w, err)
			}
			return w.Count
		}
		if n := waiting(); n != 0 || !q.LastScan().IsZero() {
			t.Errorf("at first: %d mails, a scan at %v", n, q.LastScan())
		}
		o.enqueue(q, "ada@example.com", nil)
		o.enqueue(q, "ada@example.com", nil)
		o.enqueue(q, "ada@example.com", errRolledBack)
		if n := waiting(); n != 2 {
			t.Errorf("%d mails wait, want 2", n)
		}
		o.server.Start()
		start()
		testkit.Until(t, "no mail waits", func() bool { return waiting() == 0 })
		testkit.Until(t, "a scan is finished", func() bool { return !q.LastScan().IsZero() })
	})
}
