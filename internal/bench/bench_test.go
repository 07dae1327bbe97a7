package bench

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"btracker/internal/testkit"
)

var (
	binaries    []string
	connections []int
	scale       = flag.Int("scale", 100_000, "companies to seed")
	seconds     = flag.Float64("seconds", 2, "measured time of each operation, binary and number of connections")
	rounds      = flag.Int("rounds", 2, "turns in which that time is spent")
	data        = flag.String("data", "", "SQLite data directory seeded earlier by btracker demo, copied instead of seeding anew")
	databaseURL = flag.String("database-url", "", "empty PostgreSQL database to seed and measure as well; start: one of a cluster that is started for it")
	clusterDir  = flag.String("cluster", "", "absolute path where the cluster of -database-url start is kept with its seeded data, for the next run (default a temporary one)")
	only        = flag.String("only", "", "measure only operations whose name contains this")
	rows        = flag.Int("rows", 100_000, "rows of the file to import")
	events      = flag.Int("events", 15, "number of events of the hub, each to all connections, one after the other")
)

func init() {
	flag.Func("binary", "program to measure; give it twice or more to compare (default bin/btracker)", func(s string) error {
		binaries = append(binaries, s)
		return nil
	})
	flag.Func("connections", "comma-separated numbers of connections (default 1,16,64, of the hub 5000,10000)", func(s string) (err error) {
		connections, err = parseNumbers(s)
		return err
	})
}

func parseNumbers(s string) (numbers []int, err error) {
	for field := range strings.SplitSeq(s, ",") {
		n, err := strconv.Atoi(field)
		if err != nil || n < 1 || n > 20_000 {
			return nil, errors.New("wants numbers from 1 to 20000")
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil { // so that relative paths are those of the caller of make
		panic(err)
	}
	os.Exit(m.Run())
}

// BenchmarkServer seeds a data directory, starts each binary on a copy of it, and prints for every operation and number
// of connections the requests per second, latencies, and what they cost the server and a PostgreSQL of our own. Several
// binaries are measured in turns, so that a busy machine treats them alike.
func BenchmarkServer(b *testing.B) {
	if len(binaries) == 0 {
		binaries = []string{"bin/btracker"}
	}
	if connections == nil {
		connections = []int{1, 16, 64}
	}
	turn := time.Duration(*seconds / float64(*rounds) * float64(time.Second))
	servers := startServers(b)
	// Other work on the machine makes every figure larger.
	fmt.Printf("load average before: %s\n", testkit.LoadAverage())
	defer func() { fmt.Printf("load average after: %s\n", testkit.LoadAverage()) }()
	table := newTable()
	for _, op := range operations() {
		if !strings.Contains(op.name, *only) {
			continue
		}
		for _, n := range connections {
			results := make([]result, len(servers))
			for range *rounds {
				for i, s := range servers {
					results[i].add(s.load(b.Context(), op, n, turn))
				}
			}
			for i := range results {
				table.operation(op, n, i, &results[i], servers[i].residentMiB())
			}
		}
	}
	if *only == "" {
		for i, s := range servers {
			table.figure("create p99 while 16 clients list", i, "ms", s.createWhileListing(b.Context(), turn), 15)
			table.figure("memory before anyone signs in", i, "MiB", s.fresh, 40)
			table.figure("memory idle after signing in", i, "MiB", s.idle, 40)
			table.figure("memory while 64 search", i, "MiB", s.peakWhileSearching(b.Context(), turn), 300)
		}
	}
	if table.failures > 0 {
		b.Fatalf("%d requests failed", table.failures)
	}
}
