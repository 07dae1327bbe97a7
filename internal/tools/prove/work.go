package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"btracker/internal/demo"
)

// sample is what one stretch of work looked like.
type sample struct {
	at        time.Duration
	latencies []time.Duration
	resident  float64 // MiB
}

const stretches = 60

// work sends requests at an even rate, and looks at the server after each
// stretch. It ends with the first error.
func (d *day) work(ctx context.Context, length time.Duration) (samples []sample, err error) {
	ctx, cancel := context.WithTimeout(ctx, length+time.Minute)
	defer cancel()
	began := time.Now()
	for n := 1; n <= stretches; n++ {
		s, err := d.stretch(ctx, began.Add(length*time.Duration(n)/stretches))
		if err != nil {
			return samples, err
		}
		now, err := d.gauge.read(ctx)
		if err != nil {
			return samples, err
		}
		s.at, s.resident = time.Since(began), now.resident
		samples = append(samples, s)
	}
	return samples, nil
}

func (d *day) stretch(ctx context.Context, end time.Time) (s sample, err error) {
	var mu sync.Mutex
	var all sync.WaitGroup
	ticks := time.NewTicker(time.Second / soakRate)
	defer ticks.Stop()
	for time.Now().Before(end) && ctx.Err() == nil {
		<-ticks.C
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
	id := d.companies[rand.IntN(len(d.companies))]
	c := d.server.Client
	switch dice := rand.IntN(100); {
	case dice < 2:
		token, err := c.SignIn(ctx, demo.Moderators[0].Email, demo.Password)
		if err != nil {
			return err
		}
		return c.As(token).Call(ctx, http.MethodGet, "/api/v1/account/logout", nil, nil)
	case dice < 20:
		err := c.Call(ctx, http.MethodPut, "/api/v1/company", object{"data": object{"id": id, "name": fmt.Sprint("Soaked ", rand.IntN(1000))}}, nil)
		if err == nil {
			d.changes.Add(1)
		}
		return err
	default:
		reads := []string{"/company?PageSize=25", "/company?PageSize=25&Search=oak", "/company/" + id, "/project?PageSize=25", "/dashboard/statistics", "/dashboard/charts", "/notification", "/UserManagement?PageSize=25"}
		return c.Call(ctx, http.MethodGet, "/api/v1"+reads[rand.IntN(len(reads))], nil, nil)
	}
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

func p99(samples []sample) time.Duration {
	var all []time.Duration
	for _, s := range samples {
		all = append(all, s.latencies...)
	}
	slices.Sort(all)
	return all[len(all)*99/100]
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
