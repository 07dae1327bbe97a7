//go:build linux

// Command hubbench measures the live hub and compares each figure with its bar:
// the time until one event has reached the last of many WebSockets, the memory of a
// connection, and the connections that can come and go in a second.
//
//	go run ./internal/tools/hubbench -connections 5000,10000
//
// The server and the clients are processes of their own on the same machine, so the
// clients have a part in every time. Their processor time is printed too.
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
	connectionsPerUser = 10 // less than the hub's limit
	clientProcesses    = 2
	churnTime          = 10 * time.Second

	// The bars.
	maxMsPerConnection   = 150.0 / 10_000 // until the last connection has an event
	maxKiBPerConnection  = 12.0
	minConnectsPerSecond = 1000.0
)

func main() {
	connections := []int{5000, 10_000}
	flag.Func("connections", "comma-separated numbers of WebSockets (default 5000,10000)", func(s string) error {
		connections = nil
		for field := range strings.SplitSeq(s, ",") {
			n, err := strconv.Atoi(field)
			if err != nil || n%connectionsPerUser != 0 || n < connectionsPerUser || n > 20_000 {
				return errors.New("expects numbers from 10 to 20000, multiples of ten")
			}
			connections = append(connections, n)
		}
		return nil
	})
	events := flag.Int("events", 15, "number of events, each to all connections, one after the other")
	role := flag.String("role", "", "set for the processes that this one starts")
	address := flag.String("address", "", "of the server, for the clients")
	first := flag.Int("first", 0, "number of the first connection, for the clients")
	flag.Parse()
	var err error
	switch *role {
	case "server":
		err = serve()
	case "clients":
		err = holdConnections(*address, *first, connections[0])
	case "churn":
		err = churn(*address)
	default:
		for i, n := range connections {
			err = errors.Join(err, measure(n, *events, i == len(connections)-1))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "hubbench:", err)
		os.Exit(1)
	}
}

// measure prints the figures for a number of connections.
func measure(connections, events int, withChurn bool) error {
	server, err := start("server")
	if err != nil {
		return err
	}
	defer server.stop()
	address, err := server.line()
	if err != nil {
		return err
	}
	before, err := server.memory()
	if err != nil {
		return err
	}
	begun := time.Now()
	clients, err := connect(address, connections)
	defer func() {
		for _, c := range clients {
			c.stop()
		}
	}()
	if err != nil {
		return err
	}
	perSecond := float64(connections) / time.Since(begun).Seconds()
	time.Sleep(time.Second)
	idle, err := server.memory()
	if err != nil {
		return err
	}
	fmt.Printf("\nhub with %d WebSockets, opened at %.0f a second; load average %s\n", connections, perSecond, program.LoadAverage())
	kib := func(bytes float64) float64 { return bytes / float64(connections) / 1024 }
	resident := kib(idle.resident - before.resident)
	figure("memory of an idle connection", resident, "KiB", bars.AtMost("KiB", resident, maxKiBPerConnection))
	figure("  of it heap and stacks", kib(idle.heap-before.heap), "KiB", "")
	figure("goroutines of an idle connection", (idle.goroutines-before.goroutines)/float64(connections), "", "")
	if err := sendEvents(server, clients, connections, events); err != nil {
		return err
	}
	resident = kib(server.resident() - before.resident)
	figure("memory of a connection after the events", resident, "KiB", bars.AtMost("KiB", resident, maxKiBPerConnection))
	if withChurn {
		return churnFigures(server, address)
	}
	return nil
}

// connect returns the client processes once all are connected, or with an error
// those that were started.
func connect(address string, connections int) (clients []*process, err error) {
	share := connections / clientProcesses
	for i := range clientProcesses {
		c, err := start("clients", "-address", address, "-connections", strconv.Itoa(share), "-first", strconv.Itoa(i*share))
		if err != nil {
			return clients, err
		}
		clients = append(clients, c)
	}
	for _, c := range clients {
		if _, err := c.line(); err != nil {
			return clients, fmt.Errorf("the clients gave up: %w", err)
		}
	}
	return clients, nil
}

func sendEvents(server *process, clients []*process, connections, events int) error {
	var times []float64
	serverBefore, clientsBefore := server.cpu(), totalCPU(clients)
	for range events {
		var sent, last int64
		if err := server.ask(fmt.Sprint("send ", connections), &sent); err != nil {
			return err
		}
		for _, c := range clients {
			var at int64
			if err := c.scan(&at); err != nil {
				return fmt.Errorf("an event did not reach everyone: %w", err)
			}
			last = max(last, at)
		}
		times = append(times, float64(last-sent)/1e6)
		time.Sleep(50 * time.Millisecond)
	}
	slices.Sort(times)
	bar := maxMsPerConnection * float64(connections)
	median, worst := times[len(times)/2], times[len(times)-1]
	figure("event, until the last has it: median", median, "ms", bars.AtMost("ms", median, bar))
	figure(fmt.Sprintf("  worst of %d", events), worst, "ms", bars.AtMost("ms", worst, bar))
	figure("  processor time of the server", ms(server.cpu()-serverBefore)/float64(events), "ms", "")
	figure("  processor time of the clients", ms(totalCPU(clients)-clientsBefore)/float64(events), "ms", "")
	return nil
}

func churnFigures(server *process, address string) error {
	before := server.cpu()
	c, err := start("churn", "-address", address)
	if err != nil {
		return err
	}
	defer c.stop()
	var connects, p99 float64
	if err := c.scan(&connects, &p99); err != nil {
		return fmt.Errorf("opening and closing connections: %w", err)
	}
	figure(fmt.Sprintf("connects a second, for %v", churnTime), connects, "", bars.AtLeast("a second", connects, minConnectsPerSecond))
	figure("  99th percentile", p99, "ms", "")
	figure("  processor time of the server", ms(server.cpu()-before)*1000/(connects*churnTime.Seconds()), "µs", "")
	return nil
}

func figure(name string, measured float64, unit, verdict string) {
	fmt.Printf("%-40s %8.1f %-4s %s\n", name, measured, unit, verdict)
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
