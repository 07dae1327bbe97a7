// Bench measures built binaries over HTTP: it seeds a data directory, starts each binary on a copy of it, and prints
// for every operation and number of connections the requests per second, latencies, and what they cost the server and a
// PostgreSQL of our own, beside the bar that is set for it.
// Several binaries are measured in turns, so that a busy machine treats them alike.
package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"

	"btracker/internal/testkit"
	"btracker/internal/tools/measure"
)

type options struct {
	binaries    []string
	connections []int
	scale       int
	seconds     float64
	rounds      int
	only        string
	data        string
	databaseURL string
	cluster     string
}

// turn is how long each of the rounds lasts.
func (o options) turn() time.Duration {
	return time.Duration(o.seconds / float64(o.rounds) * float64(time.Second))
}

func main() { testkit.Main("bench", parse, run) }

func parse(args []string) (options, error) {
	o := options{connections: []int{1, 16, 64}}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.Func("binary", "program to measure; give it twice or more to compare (default bin/btracker)", func(s string) error {
		o.binaries = append(o.binaries, s)
		return nil
	})
	flags.Func("connections", "comma-separated numbers of connections (default 1,16,64)", func(s string) error {
		o.connections = nil
		for field := range strings.SplitSeq(s, ",") {
			n, err := strconv.Atoi(field)
			if err != nil || n < 1 || n > 1024 {
				return errors.New("wants numbers from 1 to 1024")
			}
			o.connections = append(o.connections, n)
		}
		return nil
	})
	flags.IntVar(&o.scale, "scale", 100_000, "companies to seed")
	flags.Float64Var(&o.seconds, "seconds", 2, "measured time of each operation, binary and number of connections")
	flags.IntVar(&o.rounds, "rounds", 2, "turns in which that time is spent")
	flags.StringVar(&o.data, "data", "", "SQLite data directory seeded earlier by btracker demo, copied instead of seeding anew")
	flags.StringVar(&o.databaseURL, "database-url", "", "empty PostgreSQL database to seed and measure as well; start: one of a cluster that is started for it")
	flags.StringVar(&o.cluster, "cluster", "", "absolute path where the cluster of -database-url start is kept with its seeded data, for the next run (default a temporary one)")
	flags.StringVar(&o.only, "only", "", "measure only operations whose name contains this")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if len(o.binaries) == 0 {
		o.binaries = []string{"bin/btracker"}
	}
	if o.scale < 1 || o.seconds <= 0 || o.seconds > 600 || o.rounds < 1 || o.rounds > 100 || flags.NArg() > 0 {
		return o, errors.New("scale from 1, seconds up to 600, rounds from 1 to 100, and no other arguments")
	}
	return o, nil
}

func run(t testkit.TB, o options) {
	servers := startServers(t, o)
	// Others on the machine make every figure larger.
	fmt.Printf("load average before: %s\n", measure.LoadAverage())
	defer func() { fmt.Printf("load average after: %s\n", measure.LoadAverage()) }()
	table := newTable()
	for _, op := range operations() {
		if !strings.Contains(op.name, o.only) {
			continue
		}
		for _, connections := range o.connections {
			results := make([]result, len(servers))
			for range o.rounds {
				for i, s := range servers {
					results[i].add(s.load(t.Context(), op, connections, o.turn()))
				}
			}
			if t.Context().Err() != nil {
				t.Fatal("interrupted")
			}
			for i := range results {
				table.operation(op, connections, i, &results[i], servers[i].residentMiB())
			}
		}
	}
	if o.only == "" {
		for i, s := range servers {
			table.figure("create p99 while 16 clients list", i, "ms", s.createWhileListing(t.Context(), o.turn()), 15)
			table.figure("memory before anyone signs in", i, "MiB", s.fresh, 40)
			table.figure("memory idle after signing in", i, "MiB", s.idle, 40)
			table.figure("memory while 64 search", i, "MiB", s.peakWhileSearching(t.Context(), o.turn()), 300)
		}
	}
	if table.failures > 0 {
		t.Fatalf("%d requests failed", table.failures)
	}
}
