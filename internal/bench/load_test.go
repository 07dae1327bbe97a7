package bench

import (
	"context"
	"net/url"
	"time"

	"btracker/internal/child"
	"btracker/internal/testkit"
)

// maxRequests bounds the memory of one turn, however fast the server is.
const maxRequests = 500_000

// result is what one or several turns of an operation cost.
type result struct {
	testkit.Result
	cpu      time.Duration
	database time.Duration // of the database's own processes
}

func (r *result) add(turn result) {
	r.Add(turn.Result)
	r.cpu += turn.cpu
	r.database += turn.database
}

func (r *result) cpuPerRequest() float64 { return r.perRequest(r.cpu) }

// perRequest is in µs.
func (r *result) perRequest(of time.Duration) float64 {
	return float64(of.Microseconds()) / float64(max(1, len(r.Times)))
}

// load sends an operation over so many connections at once, each waiting for its answer before it sends again.
func (s *server) load(ctx context.Context, op operation, connections int, turn time.Duration) (r result) {
	cpuBefore, databaseBefore := child.CPU(s.pid), s.databaseCPU()
	r.Result = testkit.Load{Clients: connections, Requests: maxRequests, During: turn}.Send(ctx, func(ctx context.Context, n int64) error { return op.send(ctx, s, n) })
	r.cpu, r.database = child.CPU(s.pid)-cpuBefore, s.databaseCPU()-databaseBefore
	return r
}

// createWhileListing is the 99th percentile, in milliseconds, of one client that creates while 16 list.
func (s *server) createWhileListing(ctx context.Context, turn time.Duration) float64 {
	listing, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.load(listing, lists()[0], 16, time.Hour)
	}()
	created := s.load(ctx, createCompany, 1, 2*turn)
	stop()
	<-done
	return testkit.Ms(created.Times.Percentile(99))
}

// peakWhileSearching is the most memory, in MiB, the server was seen to hold while 64 clients search.
func (s *server) peakWhileSearching(ctx context.Context, turn time.Duration) (peak float64) {
	searching, stop := context.WithTimeout(ctx, 2*turn)
	defer stop()
	go s.load(searching, operation{send: get(func(s *server) string { return "/company?PageSize=25&Search=" + url.QueryEscape(pick(s.terms)) })}, 64, time.Hour)
	for searching.Err() == nil {
		peak = max(peak, s.residentMiB())
		time.Sleep(50 * time.Millisecond)
	}
	return peak
}
