package testkit

import (
	"context"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Load is a number of clients, each of which waits for its answer before it sends
// again. They stop when all requests are sent or the time is over.
type Load struct {
	Clients  int
	Requests int64         // 0: no limit
	During   time.Duration // 0: no limit
}

// failuresOfClient is the number of failures after which a client gives up.
const failuresOfClient = 10

// Result is the outcome of a load.
type Result struct {
	Times    Times // of the requests that succeeded
	Elapsed  time.Duration
	Failures int
	Failure  error // one of them
}

// Send runs the load: send makes one request, and n differs for each.
func (l Load) Send(ctx context.Context, send func(ctx context.Context, n int64) error) (total Result) {
	var mu sync.Mutex
	var sent atomic.Int64
	var clients sync.WaitGroup
	began := time.Now()
	for range l.Clients {
		clients.Go(func() {
			var own Result
			for ctx.Err() == nil && (l.During == 0 || time.Since(began) < l.During) && own.Failures < failuresOfClient {
				n := sent.Add(1)
				if l.Requests > 0 && n > l.Requests {
					break
				}
				start := time.Now()
				if err := send(ctx, n); err != nil {
					own.Failures++
					own.Failure = err
					continue
				}
				own.Times = append(own.Times, time.Since(start))
			}
			mu.Lock()
			defer mu.Unlock()
			total.Add(own)
		})
	}
	clients.Wait()
	total.Elapsed = time.Since(began)
	return total
}

// Add counts the result of another load as if it had come after this one.
func (r *Result) Add(more Result) {
	r.Times = append(r.Times, more.Times...)
	r.Elapsed += more.Elapsed
	r.Failures += more.Failures
	if r.Failure == nil {
		r.Failure = more.Failure
	}
}

// PerSecond is the number of requests that succeeded in a second.
func (r *Result) PerSecond() float64 { return float64(len(r.Times)) / r.Elapsed.Seconds() }

// Times are the durations of requests.
type Times []time.Duration

// Percentile sorts in place: the order of arrival is of no further use.
func (t Times) Percentile(p int) time.Duration {
	if len(t) == 0 {
		return 0
	}
	slices.Sort(t)
	return t[min(len(t)-1, len(t)*p/100)]
}

// Ms is a duration in milliseconds.
func Ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// LoadAverage is the load average of the machine in the last minute.
func LoadAverage() string {
	text, _ := os.ReadFile("/proc/loadavg")
	load, _, _ := strings.Cut(string(text), " ")
	return load
}
