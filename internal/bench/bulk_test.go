package bench

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"btracker/internal/child"
	"btracker/internal/testkit"
)

// BenchmarkBulk gives 10,000 subscriptions of projects another price, while one client reads companies, and
// takes it back.
func BenchmarkBulk(b *testing.B) {
	if len(binaries) == 0 {
		binaries = []string{"bin/btracker"}
	}
	fmt.Printf("load average before: %s\n", testkit.LoadAverage())
	for i, s := range startServers(b) {
		benchBulk(b, i, s)
	}
	fmt.Printf("load average after: %s\n", testkit.LoadAverage())
}

func benchBulk(b *testing.B, i int, s *server) {
	const records = 10_000
	ctx := b.Context()
	ok := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	figure := func(name string, measured float64, unit, judged string) {
		fmt.Printf("%c %-50s %10.1f %s  %s\n", label(i), name, measured, unit, judged)
	}
	var ids []string
	for page := 1; len(ids) < records; page++ {
		var projects []struct{ ID string }
		ok(s.Get(ctx, fmt.Sprintf("/api/v1/project?PageSize=200&PageNumber=%d", page), &projects))
		if len(projects) == 0 {
			b.Fatalf("only %d subscriptions: seed more", len(ids))
		}
		for _, p := range projects {
			var project struct{ Subscriptions []struct{ ID string } }
			ok(s.Get(ctx, "/api/v1/project/"+p.ID, &project))
			for _, sub := range project.Subscriptions {
				ids = append(ids, sub.ID)
			}
		}
	}
	body := map[string]any{"list": "projectSubscription", "ids": ids[:records], "action": "reprice", "params": map[string]any{"amount": 1}, "preview": true}
	began := time.Now()
	ok(s.Call(ctx, http.MethodPost, "/api/v1/bulk", body, nil))
	figure("preview of 10,000 records", testkit.Ms(time.Since(began)), "ms", "")

	read := operation{send: get(func(s *server) string { return "/company/" + pick(s.companies) })}
	idle := s.load(ctx, read, 1, time.Duration(*seconds*float64(time.Second)))
	reading, stop := context.WithCancel(ctx)
	during := make(chan result, 1)
	go func() { during <- s.load(reading, read, 1, time.Hour) }()

	body["preview"] = false
	usedBefore := child.CPU(s.pid)
	var started struct{ ID string }
	began = time.Now()
	ok(s.Call(ctx, http.MethodPost, "/api/v1/bulk", body, &started))
	var job struct {
		State         string
		Done, Refused int
	}
	var running time.Time
	for job.State != "done" {
		ok(s.Get(ctx, "/api/v1/bulk/"+started.ID, &job))
		if running.IsZero() && job.State != "queued" {
			running = time.Now()
		}
		if time.Since(began) > 5*time.Minute {
			b.Fatalf("%+v", job)
		}
		time.Sleep(20 * time.Millisecond)
	}
	took, used := time.Since(running).Seconds(), child.CPU(s.pid)-usedBefore
	stop()
	busy := <-during
	figure("records a second", records/took, "/s", atLeast("/s", records/took, 1000))
	figure("processor time a record, with the reads beside it", float64(used.Microseconds())/records, "µs", "")
	figure("until it began", testkit.Ms(running.Sub(began)), "ms", "")
	p99 := testkit.Ms(busy.Times.Percentile(99))
	figure("get p99 idle", testkit.Ms(idle.Times.Percentile(99)), "ms", "")
	figure("get p99 meanwhile", p99, "ms", atMost("ms", p99, 2*testkit.Ms(idle.Times.Percentile(99))))
	began = time.Now()
	ok(s.Call(ctx, http.MethodPut, "/api/v1/change/undo", map[string]any{"batchId": started.ID}, nil))
	figure("undo of 10,000 records", time.Since(began).Seconds(), "s", "")
}
