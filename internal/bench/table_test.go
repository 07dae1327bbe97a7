package bench

import (
	"fmt"
	"strings"
	"time"

	"btracker/internal/testkit"
)

// table prints figures beside the bars set for them. The bars are for SQLite;
// the processor time of PostgreSQL's own processes has a column of its own.
type table struct {
	cpu      map[string]float64 // of earlier operations, to compare with
	failures int
}

func newTable() *table {
	fmt.Printf("\n%-36s %5s %2s %8s %8s %8s %10s %10s %8s  %s\n", "operation", "conns", "", "req/s", "p50 ms", "p99 ms", "CPU µs/req", "PostgreSQL", "RSS MiB", "bar")
	return &table{cpu: map[string]float64{}}
}

func (t *table) operation(op operation, connections, server int, r *result, resident float64) {
	key := func(name string) string { return fmt.Sprint(name, connections, server) }
	t.cpu[key(op.name)] = r.cpuPerRequest()
	database := ""
	if r.database > 0 {
		database = fmt.Sprintf("%.0f", r.perRequest(r.database))
	}
	fmt.Printf("%-36s %5d  %c %8.0f %8.2f %8.2f %10.0f %10s %8.0f  %s\n", op.name, connections, label(server),
		r.PerSecond(), testkit.Ms(r.Times.Percentile(50)), testkit.Ms(r.Times.Percentile(99)), r.cpuPerRequest(), database, resident,
		op.bar.judge(r.cpuPerRequest(), r.Times.Percentile(50), t.cpu[key(op.bar.twiceOf)]))
	if r.Failures > 0 {
		t.failures += r.Failures
		fmt.Printf("  %d failures, one of them: %v\n", r.Failures, r.Failure)
	}
}

func (t *table) figure(name string, server int, unit string, measured, bar float64) {
	fmt.Printf("%-36s %5s  %c %8.1f %s  %s\n", name, "", label(server), measured, unit, atMost(unit, measured, bar))
}

func (b bar) judge(cpu float64, p50 time.Duration, twiceOf float64) string {
	var words []string
	if b.cpu > 0 {
		words = append(words, atMost("µs", cpu, b.cpu))
	}
	if b.twiceOf != "" {
		words = append(words, atMost("µs (twice page 1)", cpu, 2*twiceOf))
	}
	if b.p50 > 0 {
		words = append(words, atMost("ms p50", testkit.Ms(p50), testkit.Ms(b.p50)))
	}
	return strings.Join(words, ", ")
}
