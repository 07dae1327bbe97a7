package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"btracker/internal/demo"
	"btracker/internal/tools/program"
)

// sample is what one stretch of work looked like.
type sample struct {
	at        time.Duration
	latencies []time.Duration
	resident  float64 // MiB, the least during the stretch: a password is hashed in 19 for a moment
}

const stretches = 60

// warm sends requests as fast as they are answered. The caches of the database
// fill with what is read and written, and would look like a leak while they do.
func (d *day) warm(ctx context.Context, requests int) error {
	const clients = 8
	errs := make([]error, clients)
	var all sync.WaitGroup
	for i := range clients {
		all.Go(func() {
			for n := 0; n < requests/clients && errs[i] == nil; n++ {
				errs[i] = d.visit(ctx)
			}
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// work sends requests at an even rate, and looks at the server all the time. It
// ends with the first error.
func (d *day) work(ctx context.Context, length time.Duration) (samples []sample, err error) {
	ctx, cancel := context.WithTimeout(ctx, length+patience)
	defer cancel()
	began := time.Now()
	for n := 1; n <= stretches; n++ {
		s, err := d.stretch(ctx, began.Add(length*time.Duration(n)/stretches))
		if err != nil {
			return samples, err
		}
		s.at = time.Since(began)
		samples = append(samples, s)
	}
	return samples, nil
}

func (d *day) stretch(ctx context.Context, end time.Time) (s sample, err error) {
	s.resident = program.ResidentMiB(d.gauge.pid)
	var mu sync.Mutex
	var all sync.WaitGroup
	ticks := time.NewTicker(time.Second / soakRate)
	defer ticks.Stop()
	for time.Now().Before(end) && ctx.Err() == nil {
		<-ticks.C
		s.resident = min(s.resident, program.ResidentMiB(d.gauge.pid))
		all.Go(func() {
			began := time.Now()
			failed := d.request(ctx)
			mu.Lock()
			defer mu.Unlock()
			s.latencies = append(s.latencies, time.Since(began))
			err = errors.Join(err, failed)
		})
	}
	all.Wait()
	return s, err
}

// request is one of the things people do.
func (d *day) request(ctx context.Context) error {
	d.requests.Add(1)
	if rand.IntN(50) > 0 {
		return d.visit(ctx)
	}
	token, err := d.server.SignIn(ctx, demo.Moderators[0].Email, demo.Password)
	if err != nil {
		return err
	}
	return d.server.As(token).Call(ctx, http.MethodGet, "/api/v1/account/logout", nil, nil)
}

// visit is what they do while they are signed in.
func (d *day) visit(ctx context.Context) error {
	id := d.companies[rand.IntN(len(d.companies))]
	c := d.server.Client
	if rand.IntN(5) == 0 {
		err := c.Call(ctx, http.MethodPut, "/api/v1/company", object{"data": object{"id": id, "name": fmt.Sprint("Soaked ", rand.IntN(1000))}}, nil)
		if err == nil {
			d.changes.Add(1)
		}
		return err
	}
	reads := []string{"/company?PageSize=25", "/company?PageSize=25&Search=oak", "/company/" + id, "/project?PageSize=25", "/dashboard/statistics", "/dashboard/charts", "/notification", "/UserManagement?PageSize=25"}
	return c.Call(ctx, http.MethodGet, "/api/v1"+reads[rand.IntN(len(reads))], nil, nil)
}

// slope is the growth of memory in MiB in ten minutes: the line with the least squares.
func slope(samples []sample) float64 {
	var n, sumX, sumY, sumXX, sumXY float64
	for _, s := range samples {
		x, y := s.at.Minutes()/10, s.resident
		n, sumX, sumY, sumXX, sumXY = n+1, sumX+x, sumY+y, sumXX+x*x, sumXY+x*y
	}
	return (n*sumXY - sumX*sumY) / (n*sumXX - sumX*sumX)
}

// floors is the least memory of each sixth, in MiB: a slope can be judged by them.
func floors(samples []sample) (least []int) {
	for some := range slices.Chunk(samples, max(1, len(samples)/6)) {
		floor := slices.MinFunc(some, func(a, b sample) int { return cmp.Compare(a.resident, b.resident) })
		least = append(least, int(floor.resident))
	}
	return least
}

func p99(samples []sample) time.Duration {
	var all []time.Duration
	for _, s := range samples {
		all = append(all, s.latencies...)
	}
	slices.Sort(all)
	return all[len(all)*99/100]
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
