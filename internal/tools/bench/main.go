// Bench measures built binaries over HTTP: it seeds a data directory, starts each binary on a copy of it, and prints
// for every operation and number of connections the requests per second, latencies, and what they cost the server.
// Several binaries are measured in turns, so that a busy machine treats them alike.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

type options struct {
	binaries    []string
	connections []int
	scale       int
	seconds     float64
	rounds      int
	only        string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	options, err := parse(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err == nil {
		err = run(ctx, options)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

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
	flags.Float64Var(&o.seconds, "seconds", 3, "measured time of each operation, binary and number of connections")
	flags.IntVar(&o.rounds, "rounds", 2, "turns in which that time is spent")
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

	seeded := filepath.Join(dir, "seeded")
	began := time.Now()
	if err := seed(ctx, o.binaries[0], seeded, o.scale); err != nil {
		return err
	}
	fmt.Printf("seeded %d companies in %.1f s\n", o.scale, time.Since(began).Seconds())

	var servers []*server
	for i, binary := range o.binaries {
		data := filepath.Join(dir, strconv.Itoa(i))
		if err := os.CopyFS(data, os.DirFS(seeded)); err != nil {
			return err
		}
		s, err := start(ctx, binary, data)
		if err != nil {
			return err
		}
		defer s.stop()
		servers = append(servers, s)
		fmt.Printf("%c is %s, %.0f MiB resident\n", label(i), binary, s.residentMiB())
	}

	failures := 0
	fmt.Printf("\n%-22s %5s %2s %10s %9s %9s %11s %9s\n", "operation", "conns", "", "req/s", "p50 ms", "p99 ms", "CPU µs/req", "RSS MiB")
	for _, op := range operations() {
		if !strings.Contains(op.name, o.only) {
			continue
		}
		for _, connections := range o.connections {
			results := make([]result, len(servers))
			for range o.rounds {
				for i, s := range servers {
					turn := time.Duration(o.seconds / float64(o.rounds) * float64(time.Second))
					results[i].add(measure(ctx, s, op, connections, turn))
				}
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			for i, r := range results {
				fmt.Printf("%-22s %5d  %c %10.0f %9.2f %9.2f %11.0f %9.0f\n", op.name, connections, label(i),
					r.perSecond(), ms(r.percentile(50)), ms(r.percentile(99)), r.cpuPerRequest(), servers[i].residentMiB())
				if r.failures > 0 {
					failures += r.failures
					fmt.Printf("  %d failures, one of them: %v\n", r.failures, r.failure)
				}
			}
		}
	}
	if failures > 0 {
		return fmt.Errorf("%d requests failed", failures)
	}
	return nil
}

func label(i int) rune { return rune('A' + i) }

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
