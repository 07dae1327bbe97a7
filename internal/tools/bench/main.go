// Bench measures built binaries over HTTP: it seeds a data directory, starts each binary on a copy of it, and prints
// for every operation and number of connections the requests per second, latencies, and what they cost the server and a
// PostgreSQL of our own, beside the bar that is set for it.
// Several binaries are measured in turns, so that a busy machine treats them alike.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"btracker/internal/tools/program"
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

func main() { program.Main("bench", parse, run) }

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

func run(ctx context.Context, o options) error {
	dir, err := os.MkdirTemp("", "btracker-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	targets, stop, err := seedTargets(ctx, dir, o)
	defer stop()
	if err != nil {
		return err
	}
	var servers []*server
	for i, t := range targets {
		s, err := start(ctx, t.Target)
		if err != nil {
			return err
		}
		s.database = t.database
		defer s.stop()
		servers = append(servers, s)
		fmt.Printf("%c is %s\n", label(i), t)
	}
	// Others on the machine make every figure larger.
	fmt.Printf("load average before: %s\n", loadAverage())
	defer func() { fmt.Printf("load average after: %s\n", loadAverage()) }()
	t := newTable()
	for _, op := range operations() {
		if !strings.Contains(op.name, o.only) {
			continue
		}
		for _, connections := range o.connections {
			results := make([]result, len(servers))
			for range o.rounds {
				for i, s := range servers {
					results[i].add(measure(ctx, s, op, connections, o.turn()))
				}
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			for i := range results {
				t.operation(op, connections, i, &results[i], servers[i].residentMiB())
			}
		}
	}
	if o.only == "" {
		for i, s := range servers {
			t.figure("create p99 while 16 clients list", i, "ms", createWhileListing(ctx, s, o.turn()), 15)
			t.figure("memory before anyone signs in", i, "MiB", s.fresh, 40)
			t.figure("memory idle after signing in", i, "MiB", s.idle, 40)
			t.figure("memory while 64 search", i, "MiB", peakWhileSearching(ctx, s, o.turn()), 300)
		}
	}
	if t.failures > 0 {
		return fmt.Errorf("%d requests failed", t.failures)
	}
	return ctx.Err()
}

// target is a binary on seeded data, and the first process of a database server of our own.
type target struct {
	program.Target
	database int
}

// seedTargets gives every binary its own copy of the same SQLite data, and the
// first one a PostgreSQL too if that is asked for.
func seedTargets(ctx context.Context, dir string, o options) (targets []target, stop func(), err error) {
	stop = func() {}
	seeded := program.Target{Binary: o.binaries[0], Data: o.data}
	if o.data == "" {
		seeded.Data = filepath.Join(dir, "seeded")
		if err := seed(seeded, o.scale); err != nil {
			return nil, stop, err
		}
	}
	for i, binary := range o.binaries {
		data := filepath.Join(dir, strconv.Itoa(i))
		if err := os.CopyFS(data, os.DirFS(seeded.Data)); err != nil {
			return nil, stop, err
		}
		targets = append(targets, target{Target: program.Target{Binary: binary, Data: data}})
	}
	if o.databaseURL == "" {
		return targets, stop, nil
	}
	postgres := target{Target: program.Target{Binary: o.binaries[0], Data: filepath.Join(dir, "postgres"), DatabaseURL: o.databaseURL}}
	if err := os.Mkdir(postgres.Data, 0o700); err != nil {
		return nil, stop, err
	}
	if o.databaseURL == "start" {
		stop, err = startPostgres(ctx, &postgres, o)
	} else {
		err = seed(postgres.Target, o.scale)
	}
	return append(targets, postgres), stop, err
}

// loadAverage is that of the last one, five and fifteen minutes.
func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(text))[:3], " ")
}

func label(i int) rune { return rune('A' + i) }

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
