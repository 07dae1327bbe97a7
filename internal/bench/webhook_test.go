package bench

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"btracker/internal/child"
	"btracker/internal/testkit"
)

// BenchmarkWebhook makes 10,000 changes without a webhook and 10,000 with one, and waits until its receiver has them all. It
// prints what a change costs more, and how many deliveries go out in a second.
func BenchmarkWebhook(b *testing.B) {
	if len(binaries) == 0 {
		binaries = []string{"bin/btracker"}
	}
	b.Setenv("BTRACKER_WEBHOOK_PRIVATE", "true")
	fmt.Printf("load average before: %s\n", testkit.LoadAverage())
	for i, s := range startServers(b) {
		benchWebhook(b, i, s)
	}
	fmt.Printf("load average after: %s\n", testkit.LoadAverage())
}

func benchWebhook(b *testing.B, i int, s *server) {
	const changes, clients = 10_000, 4
	ctx := b.Context()
	var arrived atomic.Int64
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		arrived.Add(1)
		w.WriteHeader(http.StatusNoContent)
	}))
	defer receiver.Close()
	figure := func(name string, measured float64, unit string) {
		fmt.Printf("%c %-50s %10.2f %s\n", label(i), name, measured, unit)
	}
	used := func() time.Duration { return child.CPU(s.pid) + s.databaseCPU() }
	// write makes the changes, and returns how long each took, and what it cost the server and its database.
	write := func(how string) (each, cpu float64) {
		before := used()
		r := testkit.Load{Clients: clients, Requests: changes}.Send(ctx, func(ctx context.Context, n int64) error { return createCompany.send(ctx, s, n) })
		if r.Failures > 0 {
			b.Fatal(r.Failure)
		}
		each, cpu = testkit.Ms(r.Times.Percentile(50)), testkit.Ms(used()-before)/changes
		figure("changes a second, "+how, changes/r.Elapsed.Seconds(), "")
		figure("a change, p50, "+how, each, "ms")
		figure("CPU of a change, "+how, cpu, "ms")
		return each, cpu
	}
	each, cpu := write("without a webhook")
	hook := map[string]any{"url": receiver.URL, "events": []string{"company.*"}}
	if err := s.Call(ctx, http.MethodPost, "/api/v1/webhook", hook, nil); err != nil {
		b.Fatal(err)
	}
	began := time.Now()
	more, moreCPU := write("while it is delivered")
	figure("a change costs more, p50", more-each, "ms")
	figure("CPU of a change and its share of deliveries, more", moreCPU-cpu, "ms")
	written, before, atOnce := time.Now(), used(), arrived.Load()
	for arrived.Load() < changes {
		if time.Since(began) > 10*time.Minute {
			b.Fatalf("%d of %d arrived", arrived.Load(), changes)
		}
		time.Sleep(10 * time.Millisecond)
	}
	figure("delivered while changes were made", float64(atOnce), "")
	figure("deliveries a second, to one receiver, after that", float64(changes-atOnce)/time.Since(written).Seconds(), "")
	figure("CPU of a delivery", testkit.Ms(used()-before)/float64(max(1, changes-atOnce)), "ms")
	figure("from the first change to the last delivery", time.Since(began).Seconds(), "s")
}
