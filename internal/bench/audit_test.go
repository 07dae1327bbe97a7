package bench

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"btracker/internal/audit"
	"btracker/internal/pgtest"
	"btracker/internal/store"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

var changes = flag.Int("changes", 1_000_000, "changes to seal and verify")

// BenchmarkAudit seals and verifies a log of many changes, and writes with and without
// the sealing job, in turns. With -database-url start it does so on PostgreSQL as well.
func BenchmarkAudit(b *testing.B) {
	fmt.Printf("load average before: %s\n", testkit.LoadAverage())
	dir := b.TempDir()
	s, err := store.OpenSQLite(dir)
	benchAudit(b, s, err, func(sql string, args ...any) error { _, err := s.WriterDB().Exec(sql, args...); return err })
	if *databaseURL == "start" {
		s, err := store.OpenPostgres(b.Context(), pgtest.NewCluster(b, durable...).URL())
		benchAudit(b, s, err, func(sql string, args ...any) error { _, err := s.Pool().Exec(b.Context(), sql, args...); return err })
	}
	fmt.Printf("load average after: %s\n", testkit.LoadAverage())
}

func benchAudit(b *testing.B, s *store.Store, err error, exec func(sql string, args ...any) error) {
	ok := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	ok(err)
	defer s.Close()
	ok(s.Migrate(b.Context()))
	figure := func(name string, measured float64, unit, judged string) {
		fmt.Printf("%-8s %-50s %10.0f %s  %s\n", s.Dialect(), name, measured, unit, judged)
	}

	// Before there are many changes, so that the disk and its caches are as they are in an installation that is not large.
	var rates [2]testkit.Result
	for round := range 4 * *rounds {
		for turn := range rates {
			sealing := (turn + round) % 2                  // each comes first as often as the other
			_, err := audit.Seal(b.Context(), s, time.Now) // what the turn before left
			ok(err)
			stop := func() {}
			if sealing == 1 {
				stop = sealEverySecond(b, s)
			}
			rates[sealing].Add(writes(b, s, time.Duration(*seconds/float64(*rounds)*float64(time.Second))))
			stop()
		}
	}
	for sealing, name := range []string{"writes, 16 at a time", "the same while a job seals every second"} {
		r := &rates[sealing]
		figure(name, r.PerSecond(), "/s", fmt.Sprintf("p50 %.2f ms, p99 %.2f ms", testkit.Ms(r.Times.Percentile(50)), testkit.Ms(r.Times.Percentile(99))))
	}
	_, err = audit.Seal(b.Context(), s, time.Now)
	ok(err)

	ok(fillLog(s, *changes, exec))
	began, used := time.Now(), processorTime()
	for sealed := 0; sealed < *changes; { // changes may not be settled yet
		n, err := audit.Seal(b.Context(), s, time.Now)
		ok(err)
		sealed += n
	}
	figure("changes sealed", float64(*changes)/time.Since(began).Seconds(), "/s", fmt.Sprintf("processor time %.0f µs each", (processorTime()-used)*1e6/float64(*changes)))

	runtime.GC()
	memory, peak := peakHeap()
	began, used = time.Now(), processorTime()
	r, err := audit.Verify(b.Context(), s, nil, nil)
	ok(err)
	if r.Changes < *changes || len(r.Findings) > 0 {
		b.Errorf("%d changes fit: %+v", r.Changes, r.Findings)
	}
	took := time.Since(began).Seconds()
	memory()
	figure(fmt.Sprintf("verify %d changes", r.Changes), took, "s", atMost("s", took, 60)+fmt.Sprintf("; processor time %.0f s", processorTime()-used))
	figure("heap while verifying, at most", *peak, "MiB", atMost("MiB", *peak, 100))

	ok(exec(`UPDATE change SET after = replace(after, '"version":', '"version": ') WHERE seq = (SELECT max(seq) / 2 FROM change)`))
	began = time.Now()
	r, err = audit.Verify(b.Context(), s, nil, nil)
	ok(err)
	if len(r.Findings) != 1 {
		b.Fatalf("one byte was added, and found is %+v", r.Findings)
	}
	took = time.Since(began).Seconds()
	figure("find one byte", took, "s", atMost("s", took, 60)+": "+r.Findings[0].Text)
}

// writes adds companies, each with its change.
func writes(b *testing.B, s *store.Store, during time.Duration) testkit.Result {
	return testkit.Load{Clients: 16, During: during}.Send(b.Context(), func(ctx context.Context, n int64) error {
		now := time.Now()
		c := tracker.Company{ID: fmt.Sprintf("%d-%d", now.UnixNano(), n), Name: fmt.Sprint("Company ", n), CreatedAt: now, Version: 1}
		after, err := json.Marshal(c)
		if err != nil {
			return err
		}
		text := string(after)
		return s.Write(ctx, func(tx *store.Tx) error {
			if err := tx.InsertCompany(ctx, c, "somebody"); err != nil {
				return err
			}
			_, err := tx.InsertChange(ctx, store.Change{At: now, Action: "create", Entity: "company", EntityID: c.ID, CompanyID: &c.ID, EntityName: &c.Name, After: &text, RequestID: "r"})
			return err
		})
	})
}

// sealEverySecond seals 20 times as often as the job, until it is stopped.
func sealEverySecond(b *testing.B, s *store.Store) (stop func()) {
	ctx, cancel := context.WithCancel(b.Context())
	var job sync.WaitGroup
	job.Go(func() {
		for pause := time.Second / 2; ; pause = time.Second {
			select {
			case <-ctx.Done():
				return
			case <-time.After(pause):
			}
			if _, err := audit.Seal(ctx, s, time.Now); err != nil && ctx.Err() == nil {
				b.Error(err)
				return
			}
		}
	})
	return func() { cancel(); job.Wait() }
}

// fillLog adds changes of project subscriptions, and every tenth of a user.
func fillLog(s *store.Store, n int, exec func(sql string, args ...any) error) error {
	text := func(v any) string {
		b, _ := json.Marshal(v)
		return string(b)
	}
	details, phone := strings.Repeat("Runs the shop. ", 8), "+49 7531 4711"
	item := text(tracker.ProjectSubscription{ID: "0198c1de-4000-7000-8000-000000000001", ProjectID: "0198c1de-4000-7000-8000-000000000002",
		SubscriptionID: "0198c1de-4000-7000-8000-000000000003",
		Details:        &details, StartAt: time.Now(), EndAt: time.Now(), CreatedAt: time.Now(), Version: 4711, Subscription: tracker.AttachedItem{Name: "Managed server",
			CategoryName: "Hosting"}})
	user := text(tracker.User{Email: "user4711@example.com", DisplayName: "User 4711", PhoneNumber: &phone, CreatedAt: time.Now(), Version: 4711,
		Address: &tracker.Address{Country: "France", ProvinceState: "Auvergne"}})
	numbers := fmt.Sprintf("generate_series(1, %d) AS n(i)", n)
	with, columns := "", `INSERT INTO change (at, actor_id, action, entity, entity_id, entity_name, before, after, request_id, fields) `
	if s.Dialect() == "sqlite" {
		with, numbers = fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) ", n), "n"
	}
	quote := func(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
	body := `CASE WHEN i %% 10 = 0 THEN replace(` + quote(user) + `, '4711', CAST(%[1]s AS TEXT)) ELSE replace(` + quote(item) + `, '4711', CAST(%[1]s AS TEXT)) END`
	return exec(with + columns + `SELECT 1794700000000 + i, 'somebody', 'edit', CASE WHEN i % 10 = 0 THEN 'user' ELSE 'projectSubscription' END, 'entity' || i % 1000, 'Name ' || i, ` +
		fmt.Sprintf(body, "i") + `, ` + fmt.Sprintf(body, "i + 1") + `, 'request', ',price,' FROM ` + numbers)
}

// processorTime is what this process has used, in seconds.
func processorTime() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}

// peakHeap watches the memory in use until it is stopped.
func peakHeap() (stop func(), peak *float64) {
	peak = new(float64)
	done := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() {
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			*peak = max(*peak, float64(m.HeapInuse)/(1<<20))
			select {
			case <-done:
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	})
	return func() { close(done); watch.Wait() }, peak
}
