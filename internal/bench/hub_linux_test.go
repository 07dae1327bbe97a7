package bench

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"btracker/internal/child"
	"btracker/internal/testkit"
)

const (
	connectionsPerUser = 10 // less than the hub's limit
	churnTime          = 10 * time.Second

	// The bars.
	maxMsPerConnection   = 150.0 / 10_000 // until the last connection has an event
	maxKiBPerConnection  = 12.0
	minConnectsPerSecond = 1000.0
)

// BenchmarkHub measures the live hub: the time until one event has reached the last of many WebSockets, the memory of a
// connection, and the connections that can come and go in a second. The server is a process of its own. The clients are
// in this process, on the same machine, and so have a part in every time. Their processor time is printed too.
func BenchmarkHub(b *testing.B) {
	if connections == nil {
		connections = []int{5000, 10_000}
	}
	for i, n := range connections {
		b.Run(fmt.Sprint(n), func(b *testing.B) { measureHub(b, n, i == len(connections)-1) })
	}
}

// measureHub prints the figures for a number of connections.
func measureHub(t testing.TB, connections int, withChurn bool) {
	server := startHub(t)
	before := server.memory()
	begun := time.Now()
	arrivals := holdConnections(t, server.address, connections)
	perSecond := float64(connections) / time.Since(begun).Seconds()
	time.Sleep(time.Second)
	idle := server.memory()
	fmt.Printf("\nhub with %d WebSockets, opened at %.0f a second; load average %s\n", connections, perSecond, testkit.LoadAverage())
	kib := func(bytes float64) float64 { return bytes / float64(connections) / 1024 }
	resident := kib(idle.resident - before.resident)
	figure("memory of an idle connection", resident, "KiB", atMost("KiB", resident, maxKiBPerConnection))
	figure("  of it heap and stacks", kib(idle.Heap-before.Heap), "KiB", "")
	figure("goroutines of an idle connection", (idle.Goroutines-before.Goroutines)/float64(connections), "", "")
	sendEvents(t, server, arrivals, connections)
	resident = kib(server.resident() - before.resident)
	figure("memory of a connection after the events", resident, "KiB", atMost("KiB", resident, maxKiBPerConnection))
	if withChurn {
		churn(t, server)
	}
}

func sendEvents(t testing.TB, server *hubServer, arrivals <-chan arrival, connections int) {
	var times testkit.Times
	serverBefore, clientsBefore := child.CPU(server.PID()), child.CPU(os.Getpid())
	for range *events {
		var nanoseconds int64
		server.ask(fmt.Sprint("/send?", connections), &nanoseconds)
		last := <-arrivals
		if last.err != nil {
			t.Fatal(last.err)
		}
		times = append(times, last.at.Sub(time.Unix(0, nanoseconds)))
		time.Sleep(50 * time.Millisecond)
	}
	each := func(d time.Duration) float64 { return testkit.Ms(d) / float64(*events) }
	bar := maxMsPerConnection * float64(connections)
	median, worst := testkit.Ms(times.Percentile(50)), testkit.Ms(times.Percentile(100))
	figure("event, until the last has it: median", median, "ms", atMost("ms", median, bar))
	figure(fmt.Sprintf("  worst of %d", *events), worst, "ms", atMost("ms", worst, bar))
	figure("  processor time of the server", each(child.CPU(server.PID())-serverBefore), "ms", "")
	figure("  processor time of the clients", each(child.CPU(os.Getpid())-clientsBefore), "ms", "")
}

// churn opens and closes connections for a while, as fast as it can.
func churn(t testing.TB, server *hubServer) {
	before := child.CPU(server.PID())
	opened := testkit.Load{Clients: dialsAtOnce, During: churnTime}.Send(t.Context(), func(_ context.Context, n int64) error {
		conn, err := dial(server.address, fmt.Sprint("churn", n))
		if err == nil {
			err = conn.Close()
		}
		return err
	})
	if opened.Failure != nil {
		t.Fatal(opened.Failure)
	}
	figure(fmt.Sprintf("connects a second, for %v", churnTime), opened.PerSecond(), "", atLeast("a second", opened.PerSecond(), minConnectsPerSecond))
	figure("  99th percentile", testkit.Ms(opened.Times.Percentile(99)), "ms", "")
	figure("  processor time of the server", testkit.Ms(child.CPU(server.PID())-before)*1000/float64(len(opened.Times)), "µs", "")
}

func figure(name string, measured float64, unit, verdict string) {
	fmt.Printf("%-40s %8.1f %-4s %s\n", name, measured, unit, verdict)
}
