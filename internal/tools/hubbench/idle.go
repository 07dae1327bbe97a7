//go:build linux

package main

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"btracker/internal/tools/program"
)

// restTime is longer than the hub leaves a quiet connection without a ping.
const restTime = 20 * time.Second

// compareIdle has two servers, which wait for input in two ways, do the same in
// turn. Of what comes and goes the median of the rounds counts.
func compareIdle(connections, rounds int) error {
	var trials [2]*trial
	for i, arguments := range [][]string{{"-waiting"}, nil} {
		t, err := newTrial(connections, arguments...)
		defer t.stop()
		if err != nil {
			return err
		}
		trials[i] = t
	}
	fmt.Printf("\n%d idle WebSockets; load average %s\n", connections, program.LoadAverage())
	fmt.Printf("%-44s %14s %14s\n", "", "one goroutine", "a few watchers")
	fmt.Printf("%-44s %14s %14s\n", "", "for each", "for all")
	both("memory a connection, KiB", trials[0].kib(), trials[1].kib())
	both("  of it heap and stacks, KiB", trials[0].heapKiB(), trials[1].heapKiB())
	both("goroutines a connection", trials[0].goroutines(), trials[1].goroutines())
	rested, err := atRest(trials)
	if err != nil {
		return err
	}
	var events, pings [2][]float64
	for range rounds {
		for i, t := range trials {
			event, errEvent := t.costOf(func() error { return t.server.ask(fmt.Sprint("send ", connections), new(int64)) })
			ping, errPing := t.costOf(t.ping)
			if err := errors.Join(errEvent, errPing); err != nil {
				return err
			}
			events[i], pings[i] = append(events[i], ms(event)), append(pings[i], ms(ping))
		}
	}
	fmt.Println("processor time of the server, ms")
	both("  one event to all", median(events[0]), median(events[1]))
	both("  a ping of each answered", median(pings[0]), median(pings[1]))
	both("  a second of nothing but keeping alive", rested[0], rested[1])
	return nil
}

// atRest is the processor time of a second in which nobody does anything.
func atRest(trials [2]*trial) (each [2]float64, err error) {
	var before [2]time.Duration
	for i, t := range trials {
		if before[i], err = t.server.cpu(); err != nil {
			return each, err
		}
	}
	time.Sleep(restTime)
	for i, t := range trials {
		after, err := t.server.cpu()
		if err != nil {
			return each, err
		}
		each[i] = ms(after-before[i]) / restTime.Seconds()
	}
	return each, nil
}

// costOf is the server's processor time until the clients have what it leads to.
func (t *trial) costOf(do func() error) (time.Duration, error) {
	before, err := t.server.cpu()
	if err != nil {
		return 0, err
	}
	if err := do(); err != nil {
		return 0, err
	}
	for _, c := range t.clients {
		if err := c.scan(new(int64), new(int64)); err != nil {
			return 0, fmt.Errorf("not everyone was answered: %w", err)
		}
	}
	after, err := t.server.cpu()
	return after - before, err
}

// ping has every connection ping.
func (t *trial) ping() error {
	for _, c := range t.clients {
		if _, err := fmt.Fprintln(c.in, "ping"); err != nil {
			return err
		}
	}
	return nil
}

func both(name string, goroutines, watchers float64) {
	fmt.Printf("%-44s %14.1f %14.1f\n", name, goroutines, watchers)
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
