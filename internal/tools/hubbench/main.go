//go:build linux

// Command hubbench measures the live hub, each figure beside its bar: how long
// one event takes to reach the last of many WebSockets, what a connection costs
// in memory, and how many connections a second can come and go. Server and
// clients are separate processes on the same machine, so a part of every time is
// the clients' own; the processor time of each is printed beside it.
//
//	go run ./internal/tools/hubbench -connections 5000,10000
//
// With -idle it compares, in one run, what idle connections cost with a goroutine
// that waits for the input of each, and with the few that watch all.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"btracker/internal/tools/bars"
	"btracker/internal/tools/program"
)

const (
	// connectionsPerUser stays below the hub's limit.
	connectionsPerUser = 10
	clientProcesses    = 2

	mostKiB      = 12.0   // a connection
	leastConnect = 1000.0 // a second
	churnTime    = 10 * time.Second
)

// mostMilliseconds is the bar for one event to so many connections.
func mostMilliseconds(connections int) float64 { return float64(connections) / 50 }

func main() {
	connections := []int{5000, 10_000}
	flag.Func("connections", "comma-separated numbers of WebSockets (default 5000,10000)", func(s string) (err error) {
		connections = nil
		for field := range strings.SplitSeq(s, ",") {
			n, err := strconv.Atoi(field)
			if err != nil || n%connectionsPerUser != 0 || n < connectionsPerUser || n > 20_000 {
				return errors.New("wants numbers from 10 to 20000, in tens")
			}
			connections = append(connections, n)
		}
		return nil
	})
	events := flag.Int("events", 15, "how many events, one after the other, to all of them")
	idle := flag.Bool("idle", false, "compare two ways to wait for the input of idle connections")
	waiting := flag.Bool("waiting", false, "with a goroutine for each connection, for the server")
	role := flag.String("role", "", "set for the processes that this one starts")
	address := flag.String("address", "", "of the server, for the clients")
	first := flag.Int("first", 0, "number of the first connection, for the clients")
	flag.Parse()
	var err error
	switch *role {
	case "server":
		err = serve(*waiting)
	case "clients":
		err = hold(*address, *first, connections[0])
	case "churn":
		err = churn(*address)
	default:
		if *idle {
			err = compareIdle(connections[len(connections)-1], *events)
			break
		}
		for i, n := range connections {
			err = errors.Join(err, measure(n, *events, i == len(connections)-1))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "hubbench:", err)
		os.Exit(1)
	}
}

// trial is a server with its clients.
type trial struct {
	server        *process
	address       string
	clients       []*process
	connections   int
	perSecond     float64 // opened
	before, after memory
}

// newTrial is to be stopped, also when it failed.
func newTrial(connections int, serverArguments ...string) (t *trial, err error) {
	t = &trial{connections: connections}
	if t.server, err = start("server", serverArguments...); err != nil {
		return t, err
	}
	if t.address, err = t.server.line(); err != nil {
		return t, err
	}
	if t.before, err = t.server.memory(); err != nil {
		return t, err
	}
	var seconds float64
	if t.clients, seconds, err = connect(t.address, connections); err != nil {
		return t, err
	}
	t.perSecond = float64(connections) / seconds
	time.Sleep(time.Second)
	t.after, err = t.server.memory()
	return t, err
}

func (t *trial) stop() {
	for _, c := range t.clients {
		c.stop()
	}
	if t.server != nil {
		t.server.stop()
	}
}

func (t *trial) kib() float64     { return t.each(t.before.resident, t.after.resident) / 1024 }
func (t *trial) heapKiB() float64 { return t.each(t.before.heap, t.after.heap) / 1024 }
func (t *trial) goroutines() float64 {
	return t.each(t.before.goroutines, t.after.goroutines)
}

func (t *trial) each(before, after int) float64 {
	return float64(after-before) / float64(t.connections)
}

// measure prints the figures for so many connections.
func measure(connections, events int, andChurn bool) error {
	t, err := newTrial(connections)
	defer t.stop()
	if err != nil {
		return err
	}
	fmt.Printf("\nhub with %d WebSockets, opened at %.0f a second; load average %s\n", connections, t.perSecond, program.LoadAverage())
	figure("memory a connection", t.kib(), "KiB", bars.AtMost("KiB", t.kib(), mostKiB))
	figure("  of it heap and stacks", t.heapKiB(), "KiB", "")
	figure("goroutines a connection", t.goroutines(), "", "")
	if err := sendEvents(t.server, t.clients, connections, events); err != nil {
		return err
	}
	if !andChurn {
		return nil
	}
	return churnFigures(t.server, t.address)
}

// connect starts the client processes and waits until all are connected.
func connect(address string, connections int) (clients []*process, seconds float64, err error) {
	share := connections / clientProcesses
	begun := time.Now()
	for i := range clientProcesses {
		c, err := start("clients", "-address", address, "-connections", strconv.Itoa(share), "-first", strconv.Itoa(i*share))
		if err != nil {
			return clients, 0, err
		}
		clients = append(clients, c)
	}
	for _, c := range clients {
		if _, err := c.line(); err != nil {
			return clients, 0, fmt.Errorf("the clients gave up: %w", err)
		}
	}
	return clients, time.Since(begun).Seconds(), nil
}

func sendEvents(server *process, clients []*process, connections, events int) error {
	var times []float64
	before, err := server.cpu()
	if err != nil {
		return err
	}
	clientsBefore, clientsAfter := time.Duration(0), time.Duration(0)
	for i := range events {
		var sent int64
		if err := server.ask(fmt.Sprint("send ", connections), &sent); err != nil {
			return err
		}
		var last int64
		clientsAfter = 0
		for _, c := range clients {
			var at, cpu int64
			if err := c.scan(&at, &cpu); err != nil {
				return fmt.Errorf("an event did not reach everyone: %w", err)
			}
			last = max(last, at)
			clientsAfter += time.Duration(cpu)
		}
		if i == 0 {
			clientsBefore = clientsAfter
		}
		times = append(times, float64(last-sent)/1e6)
		time.Sleep(50 * time.Millisecond)
	}
	after, err := server.cpu()
	if err != nil {
		return err
	}
	slices.Sort(times)
	bar := mostMilliseconds(connections)
	median, worst := times[len(times)/2], times[len(times)-1]
	figure("event, until the last has it, median", median, "ms", bars.AtMost("ms", median, bar))
	figure(fmt.Sprintf("  worst of %d", events), worst, "ms", bars.AtMost("ms", worst, bar))
	figure("  processor time of the server", ms(after-before)/float64(events), "ms", "")
	if events > 1 {
		figure("  and of the clients", ms(clientsAfter-clientsBefore)/float64(events-1), "ms", "")
	}
	return nil
}

func churnFigures(server *process, address string) error {
	before, err := server.cpu()
	if err != nil {
		return err
	}
	c, err := start("churn", "-address", address)
	if err != nil {
		return err
	}
	defer c.stop()
	var connects, p99 float64
	if err := c.scan(&connects, &p99); err != nil {
		return fmt.Errorf("coming and going: %w", err)
	}
	after, err := server.cpu()
	if err != nil {
		return err
	}
	figure(fmt.Sprintf("connects a second, for %v", churnTime), connects, "", bars.AtLeast("a second", connects, leastConnect))
	figure("  slowest in a hundred", p99, "ms", "")
	figure("  processor time of the server", ms(after-before)*1000/(connects*churnTime.Seconds()), "µs", "")
	return nil
}

func figure(name string, measured float64, unit, verdict string) {
	fmt.Printf("%-40s %8.1f %-4s %s\n", name, measured, unit, verdict)
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
