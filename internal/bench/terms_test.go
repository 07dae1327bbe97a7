package bench

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

// BenchmarkTerms compares a renewal by hand with an edit, plans 10,000 prices for an instant, and waits until the program has set them while
// one client reads companies. The instant is two minutes ahead, so that the bulk action that plans them is over by then.
func BenchmarkTerms(b *testing.B) {
	if len(binaries) == 0 {
		binaries = []string{"bin/btracker"}
	}
	fmt.Printf("load average before: %s\n", testkit.LoadAverage())
	for i, s := range startServers(b) {
		benchTerms(b, i, s)
	}
	fmt.Printf("load average after: %s\n", testkit.LoadAverage())
}

func benchTerms(b *testing.B, i int, s *server) {
	const planned, edited = 10_000, 2000
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
	var all []tracker.ListedSubscription
	for page := 1; len(all) < planned+2*edited; page++ {
		var rows []tracker.ListedSubscription
		ok(s.Get(ctx, fmt.Sprintf("/api/v1/project/subscription?State=active,renews&PageSize=200&PageNumber=%d", page), &rows))
		if len(rows) == 0 {
			b.Fatalf("only %d subscriptions run: seed more", len(all))
		}
		all = append(all, rows...)
	}

	turn := time.Duration(*seconds * float64(time.Second))
	edit := operation{name: "edit", send: func(ctx context.Context, s *server, n int64) error {
		row := all[planned+n%edited]
		return s.Call(ctx, http.MethodPut, "/api/v1/project/subscription", map[string]any{"id": row.ID, "startAt": row.StartAt, "endAt": row.EndAt, "autoRenew": row.AutoRenew,
			"price": 1000 + n}, nil)
	}}
	renew := operation{name: "renew", send: func(ctx context.Context, s *server, n int64) error {
		row := all[planned+edited+n%edited]
		return s.Call(ctx, http.MethodPut, "/api/v1/project/subscription/renew", map[string]any{"id": row.ID}, nil)
	}}
	results := map[string]*result{}
	for range *rounds {
		for _, op := range []operation{edit, renew} {
			if results[op.name] == nil {
				results[op.name] = &result{}
			}
			results[op.name].add(s.load(ctx, op, 1, turn/time.Duration(*rounds)))
		}
	}
	for name, r := range results {
		if r.Failures > 0 {
			b.Fatalf("%s: %d failures, one of them: %v", name, r.Failures, r.Failure)
		}
	}
	p50 := func(name string) float64 { return testkit.Ms(results[name].Times.Percentile(50)) }
	figure("edit of a subscription, p50", p50("edit"), "ms", "")
	figure("renewal by hand, p50", p50("renew"), "ms", atMost("ms (twice an edit)", p50("renew"), 2*p50("edit")))
	figure("edit, processor time", results["edit"].cpuPerRequest(), "µs", "")
	figure("renewal, processor time", results["renew"].cpuPerRequest(), "µs", atMost("µs (twice an edit)", results["renew"].cpuPerRequest(), 2*results["edit"].cpuPerRequest()))

	ids := make([]string, planned)
	for n := range ids {
		ids[n] = all[n].ID
	}
	from := time.Now().UTC().Add(2 * time.Minute).Truncate(time.Second)
	var started struct{ ID string }
	ok(s.Call(ctx, http.MethodPost, "/api/v1/bulk", map[string]any{"list": "projectSubscription", "ids": ids, "action": "reprice", "preview": false,
		"params": map[string]any{"amount": 1, "from": from}}, &started))
	var job struct {
		State         string
		Done, Refused int
	}
	for job.State != "done" {
		time.Sleep(100 * time.Millisecond)
		ok(s.Get(ctx, "/api/v1/bulk/"+started.ID, &job))
		if job.State == "failed" || job.Refused > 0 || !time.Now().Before(from) {
			b.Fatalf("%+v", job)
		}
	}

	// changed is when the program set the price of a subscription; zero if it has not.
	changed := func(id string) (at time.Time) {
		var rows []tracker.Change
		ok(s.Get(ctx, fmt.Sprintf("/api/v1/change?Entity=projectSubscription&Action=edit&PageSize=1&EntityId=%s&From=%s", id, url.QueryEscape(from.Format(time.RFC3339))), &rows))
		if len(rows) > 0 {
			at = rows[0].At
		}
		return at
	}
	time.Sleep(time.Until(from))
	reading, stop := context.WithCancel(ctx)
	defer stop()
	during := make(chan result, 1)
	go func() {
		during <- s.load(reading, operation{send: get(func(s *server) string { return "/company/" + pick(s.companies) })}, 1, time.Hour)
	}()
	var first, last time.Time
	for n := 0; n < planned; n++ {
		for {
			var sub struct{ Planned *tracker.PlannedPrice }
			if ok(s.Get(ctx, "/api/v1/project/subscription/"+ids[n], &sub)); sub.Planned == nil {
				break
			}
			if time.Since(from) > 5*time.Minute {
				b.Fatalf("%d prices are set", n)
			}
			time.Sleep(200 * time.Millisecond)
		}
		if n%100 == 0 || n == planned-1 {
			at := changed(ids[n])
			if first.IsZero() || at.Before(first) {
				first = at
			}
			if at.After(last) {
				last = at
			}
		}
	}
	stop()
	read := <-during
	figure("10,000 planned prices set by the scan", last.Sub(first).Seconds(), "s", atMost("s", last.Sub(first).Seconds(), 20))
	p99 := testkit.Ms(read.Times.Percentile(99))
	figure("get p99 from the instant until then", p99, "ms", atMost("ms", p99, 20))
}
