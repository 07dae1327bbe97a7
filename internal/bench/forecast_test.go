package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

// BenchmarkForecast measures the year ahead: its sums by month and the first page of what happens, for the administrator and a moderator, as the data is,
// after some items of the catalogue got another cost, and after 10,000 prices were planned.
func BenchmarkForecast(b *testing.B) {
	if len(binaries) == 0 {
		binaries = []string{"bin/btracker"}
	}
	fmt.Printf("load average before: %s\n", testkit.LoadAverage())
	for i, s := range startServers(b) {
		benchForecast(b, i, s)
	}
	fmt.Printf("load average after: %s\n", testkit.LoadAverage())
}

func benchForecast(b *testing.B, i int, s *server) {
	const planned, costs = 10_000, 20
	ctx := b.Context()
	ok := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	until := time.Now().UTC().AddDate(1, 0, 0).Format("2006-01")
	table := newTable()
	measure := func(when string) {
		for who, token := range map[string]string{"administrator": s.Token, "moderator": s.moderator} {
			for _, op := range []operation{
				{"sums by month, ", func(ctx context.Context, s *server, _ int64) error {
					return s.As(token).Call(ctx, http.MethodPost, "/api/v1/forecast", map[string]any{"until": until, "changes": []any{}}, &json.RawMessage{})
				}, bar{p50: 150 * time.Millisecond}},
				{"first page of events, ", func(ctx context.Context, s *server, _ int64) error {
					return s.As(token).Get(ctx, "/api/v1/forecast?PageSize=25", &json.RawMessage{})
				}, bar{p50: 50 * time.Millisecond}},
			} {
				if op.name += who + ", " + when; strings.Contains(op.name, *only) {
					r := s.load(ctx, op, 1, time.Duration(*seconds*float64(time.Second)))
					table.operation(op, 1, i, &r, s.residentMiB())
				}
			}
		}
	}
	measure("as it is")

	var items []tracker.CatalogueItem
	ok(s.Get(ctx, fmt.Sprintf("/api/v1/subscription?PageSize=%d", costs), &items))
	for _, item := range items {
		ok(s.Call(ctx, http.MethodPut, "/api/v1/subscription", map[string]any{"data": map[string]any{"id": item.ID, "categoryName": item.CategoryName, "name": item.Name,
			"status": item.Status, "cost": float64(*item.Cost+100) / 100}}, nil))
	}
	measure(fmt.Sprintf("%d other costs", len(items)))

	var ids []string
	for page := 1; len(ids) < planned; page++ {
		var rows []tracker.ListedSubscription
		ok(s.Get(ctx, fmt.Sprintf("/api/v1/project/subscription?State=renews&PageSize=200&PageNumber=%d", page), &rows))
		if len(rows) == 0 {
			b.Fatalf("only %d subscriptions renew: seed more", len(ids))
		}
		for _, row := range rows {
			ids = append(ids, row.ID)
		}
	}
	var started struct{ ID string }
	ok(s.Call(ctx, http.MethodPost, "/api/v1/bulk", map[string]any{"list": "projectSubscription", "ids": ids[:planned], "action": "reprice", "preview": false,
		"params": map[string]any{"amount": 1, "from": "renewal"}}, &started))
	var job struct{ State string }
	for job.State != "done" {
		time.Sleep(100 * time.Millisecond)
		if ok(s.Get(ctx, "/api/v1/bulk/"+started.ID, &job)); job.State == "failed" {
			b.Fatalf("%+v", job)
		}
	}
	measure("10,000 planned prices")
	if table.failures > 0 {
		b.Fatalf("%d requests failed", table.failures)
	}
}
