package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// maxRequests bounds the memory of one turn, however fast the server is.
const maxRequests = 500_000

func companyInput(word string, n int64) map[string]any {
	return map[string]any{
		"name":         fmt.Sprintf("%s company %d", word, n),
		"details":      "Written by the bench",
		"supportEmail": fmt.Sprintf("support%d@example.com", n),
		"supportPhone": "+1 555 0100",
	}
}

func pick(from []string) string { return from[rand.IntN(len(from))] }

// result is what one or several turns of an operation cost.
type result struct {
	latencies []time.Duration
	elapsed   time.Duration
	cpu       time.Duration
	database  time.Duration // of the database's own processes
	failures  int
	failure   error
}

func (r *result) add(turn result) {
	r.latencies = append(r.latencies, turn.latencies...)
	r.elapsed += turn.elapsed
	r.cpu += turn.cpu
	r.database += turn.database
	r.failures += turn.failures
	if r.failure == nil {
		r.failure = turn.failure
	}
}

func (r *result) perSecond() float64 {
	return float64(len(r.latencies)) / r.elapsed.Seconds()
}

func (r *result) cpuPerRequest() float64 { return r.perRequest(r.cpu) }

// perRequest is in µs.
func (r *result) perRequest(of time.Duration) float64 {
	return float64(of.Microseconds()) / float64(max(1, len(r.latencies)))
}

// percentile sorts in place: the order of arrival is of no further use.
func (r *result) percentile(p int) time.Duration {
	if len(r.latencies) == 0 {
		return 0
	}
	slices.Sort(r.latencies)
	return r.latencies[min(len(r.latencies)-1, len(r.latencies)*p/100)]
}

// measure sends an operation over so many connections at once, each waiting for its answer before it sends again.
func measure(ctx context.Context, s *server, op operation, connections int, turn time.Duration) result {
	var (
		mu    sync.Mutex
		total result
		sent  atomic.Int64
		wg    sync.WaitGroup
	)
	began, cpuBefore, databaseBefore := time.Now(), s.cpu(), s.databaseCPU()
	for range connections {
		wg.Go(func() {
			var own result
			for time.Since(began) < turn && ctx.Err() == nil {
				n := sent.Add(1)
				if n > maxRequests {
					break
				}
				start := time.Now()
				if err := op.send(ctx, s, n); err != nil {
					own.failures++
					own.failure = err
					continue
				}
				own.latencies = append(own.latencies, time.Since(start))
			}
			mu.Lock()
			defer mu.Unlock()
			total.add(own)
		})
	}
	wg.Wait()
	total.elapsed, total.cpu, total.database = time.Since(began), s.cpu()-cpuBefore, s.databaseCPU()-databaseBefore
	return total
}
