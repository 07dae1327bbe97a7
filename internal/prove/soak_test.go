package prove

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"btracker/internal/child"
	"btracker/internal/demo"
	"btracker/internal/hubtest"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

const (
	pagesPerUser = 20 // what the hub allows by default
	soakRate     = 30 // requests a second
	fullSoak     = 30 * time.Minute
	slopeLimit   = 1. // MiB in ten minutes
	spareAllowed = 8  // goroutines or descriptors more than at the start
	warmRequests = 20_000
	stretches    = 60 // each gives one sample
)

// Mixed work with 1,000 live connections: no leak, no slowing, no error. Users read,
// some write, and many pages are open.
func TestSoak(t *testing.T) {
	begin(t)
	length := 6 * time.Second
	if testkit.Full() {
		length = *soakLength
	}
	target, metrics := onSQLite(t), testkit.FreeAddress(t)
	target.Run(t, "demo", "--scale", strconv.Itoa(shortOrFull(100, 5000)))
	o := observe(t, target, "--metrics-addr", metrics)
	d := &day{T: t, server: o.server, metrics: program.NewClient("http://" + metrics)}
	ok(t, d.server.Get(t.Context(), "/api/v1/company?PageSize=100&Removed=exclude", &d.companies))
	d.warm(shortOrFull(200, warmRequests))
	d.work(length / 20) // the same mix as later, before the baseline
	// Some seconds after the start the job queue becomes the leader, and its goroutines belong to the baseline. It is the
	// leader once its first jobs are done.
	testkit.Until(t, "the job queue runs", func() bool {
		return o.number("SELECT count(DISTINCT kind) FROM river_job WHERE kind IN ('scan', 'cleanup') AND state = 'completed'") == 2
	})
	d.server.HTTP.CloseIdleConnections()
	time.Sleep(time.Second)
	before := d.read()
	after := before
	defer func() {
		t.Logf("%s with %d pages: %d requests without error, %d changes heard by every page; goroutines %d → %d, descriptors %d → %d",
			length, len(d.pages), d.requests.Load(), d.changes.Load(), before.goroutines, after.goroutines, before.descriptors, after.descriptors)
	}()
	d.openPages(shortOrFull(60, 1000))
	d.warm(shortOrFull(200, warmRequests)) // the relay reads the changes that it sends to the pages
	samples := d.work(length)
	d.everyPageHeardAll()
	d.closePages()
	testkit.Until(t, "goroutines and descriptors are back", func() bool {
		after = d.read()
		return after.goroutines <= before.goroutines+spareAllowed && after.descriptors <= before.descriptors+spareAllowed
	})
	if testkit.Full() { // a slope needs minutes
		judge(t, samples[len(samples)/3:], length, after)
	}
}

// judge looks for growing memory and slowing answers.
func judge(t *testing.T, warm []sample, length time.Duration, after reading) {
	grown, early, late := slope(warm), p99(warm[:len(warm)/2]), p99(warm[len(warm)/2:])
	t.Logf("memory %+.2f MiB in 10 min (floors %v MiB, at the end %.0f), p99 %.1f ms and later %.1f ms", grown, floors(warm), after.resident, testkit.Ms(early), testkit.Ms(late))
	// A shorter run may grow by as many MiB as the longest one: memory varies as much in it.
	if grown > slopeLimit*max(1, fullSoak.Minutes()/length.Minutes()) {
		t.Errorf("memory grows")
	}
	if late > 2*early+5*time.Millisecond {
		t.Errorf("it gets slower")
	}
}

// day is the server, its users and their open pages.
type day struct {
	*testing.T
	server    *server
	metrics   program.Client
	companies []struct{ ID string }
	pages     []*listener
	requests  atomic.Int64
	names     atomic.Int64 // each edit has a new one: nobody is told of an edit that changes nothing
	changes   atomic.Int64 // acknowledged since the pages opened
}

// reading is the resources that a server holds at one moment.
type reading struct {
	resident    float64 // MiB
	goroutines  int
	descriptors int
}

func (d *day) read() reading {
	d.Helper()
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", d.server.PID()))
	ok(d, err)
	samples, err := d.metrics.Metrics(d.Context())
	ok(d, err)
	return reading{child.ResidentMiB(d.server.PID()), int(samples["go_goroutines"]), len(files)}
}

// listener is a page that counts the changes it hears of.
type listener struct {
	*hubtest.Page
	heard atomic.Int64
}

func (p *listener) hear(record []byte) {
	if bytes.Contains(record, []byte(`"target":"Changed"`)) && bytes.Contains(record, []byte(`"company"`)) {
		p.heard.Add(1)
	}
}

// openPages opens pages, and creates as many administrators as they need.
func (d *day) openPages(n int) {
	var c program.Client
	for i := range n {
		if i%pagesPerUser == 0 {
			email := fmt.Sprintf("page%d@example.com", i/pagesPerUser)
			admin := object{"email": email, "displayName": email, "gender": 0, "password": demo.Password}
			ok(d, d.server.Call(d.Context(), http.MethodPost, "/api/v1/UserManagement/admin", admin, nil))
			token, err := d.server.SignIn(d.Context(), email, demo.Password)
			ok(d, err)
			c = d.server.As(token)
		}
		p := &listener{}
		var err error
		p.Page, err = c.OpenPage(d.Context(), p.hear)
		ok(d, err)
		d.pages = append(d.pages, p)
	}
	d.changes.Store(0)
}

// everyPageHeardAll waits until each page has heard of every change.
func (d *day) everyPageHeardAll() {
	testkit.Until(d, "every page hears of every change", func() bool {
		return !slices.ContainsFunc(d.pages, func(p *listener) bool { return p.heard.Load() < d.changes.Load() })
	})
}

func (d *day) closePages() {
	lost := 0
	for _, p := range d.pages {
		select {
		case <-p.Closed():
			lost++
		default:
			p.Close()
		}
	}
	if lost > 0 {
		d.Errorf("%d pages lost their connection", lost)
	}
	d.server.HTTP.CloseIdleConnections()
}

// warm sends requests as fast as they are answered, until the caches of the database
// are full: their growth would look like a leak.
func (d *day) warm(requests int) {
	r := testkit.Load{Clients: 8, Requests: int64(requests)}.Send(d.Context(), func(ctx context.Context, _ int64) error { return d.visit(ctx) })
	ok(d, r.Failure)
}

// sample is the measurement of one stretch of work.
type sample struct {
	at       time.Duration
	times    testkit.Times
	resident float64 // MiB, the least during the stretch, because hashing a password takes 19 for a moment
}

// work sends requests at an even rate and measures the server meanwhile. The first
// error ends the test.
func (d *day) work(length time.Duration) (samples []sample) {
	began := time.Now()
	for n := 1; n <= stretches; n++ {
		s, err := d.stretch(began.Add(length * time.Duration(n) / stretches))
		ok(d, err)
		s.at = time.Since(began)
		samples = append(samples, s)
	}
	return samples
}

func (d *day) stretch(end time.Time) (s sample, err error) {
	s.resident = child.ResidentMiB(d.server.PID())
	var mu sync.Mutex
	var all sync.WaitGroup
	ticks := time.NewTicker(time.Second / soakRate)
	defer ticks.Stop()
	for time.Now().Before(end) && d.Context().Err() == nil {
		<-ticks.C
		s.resident = min(s.resident, child.ResidentMiB(d.server.PID()))
		all.Go(func() {
			began := time.Now()
			failed := d.request(d.Context())
			mu.Lock()
			defer mu.Unlock()
			s.times = append(s.times, time.Since(began))
			err = errors.Join(err, failed)
		})
	}
	all.Wait()
	return s, err
}

// request is one action of a user, among them signing in and out.
func (d *day) request(ctx context.Context) error {
	d.requests.Add(1)
	if rand.IntN(50) > 0 {
		return d.visit(ctx)
	}
	token, err := d.server.SignIn(ctx, demo.Moderators[0].Email, demo.Password)
	if err != nil {
		return err
	}
	return d.server.As(token).Get(ctx, "/api/v1/account/logout", nil)
}

// visit is one action of a signed-in user.
func (d *day) visit(ctx context.Context) error {
	id := d.companies[rand.IntN(len(d.companies))].ID
	if rand.IntN(5) == 0 {
		err := d.server.Call(ctx, http.MethodPut, "/api/v1/company", object{"data": object{"id": id, "name": fmt.Sprint("Soaked ", d.names.Add(1))}}, nil)
		if err == nil {
			d.changes.Add(1)
		}
		return err
	}
	reads := []string{"/company?PageSize=25", "/company?PageSize=25&Search=oak", "/company/" + id, "/project?PageSize=25",
		"/dashboard/statistics", "/dashboard/charts", "/notification", "/UserManagement?PageSize=25"}
	return d.server.Get(ctx, "/api/v1"+reads[rand.IntN(len(reads))], nil)
}

// slope returns the growth of memory in MiB in ten minutes, by least squares.
func slope(samples []sample) float64 {
	var n, sumX, sumY, sumXX, sumXY float64
	for _, s := range samples {
		x, y := s.at.Minutes()/10, s.resident
		n, sumX, sumY, sumXX, sumXY = n+1, sumX+x, sumY+y, sumXX+x*x, sumXY+x*y
	}
	return (n*sumXY - sumX*sumY) / (n*sumXX - sumX*sumX)
}

// floors returns the least memory of each sixth of the samples, in MiB.
func floors(samples []sample) (least []int) {
	for some := range slices.Chunk(samples, max(1, len(samples)/6)) {
		floor := some[0].resident
		for _, s := range some {
			floor = min(floor, s.resident)
		}
		least = append(least, int(floor))
	}
	return least
}

func p99(samples []sample) time.Duration {
	var all testkit.Times
	for _, s := range samples {
		all = append(all, s.times...)
	}
	return all.Percentile(99)
}

func TestSlope(t *testing.T) {
	var samples []sample
	for i := range 40 { // variation neither hides a leak nor looks like one
		samples = append(samples, sample{at: time.Duration(i) * time.Minute / 2, resident: 100 + 0.1*float64(i) + 2*float64(i%2)})
	}
	if got := slope(samples); got < 1.9 || got > 2.1 {
		t.Errorf("2 MiB in ten minutes come out as %f", got)
	}
	if got := floors(samples[:36]); !slices.Equal(got, []int{100, 100, 101, 101, 102, 103}) {
		t.Errorf("the floors are %d", got)
	}
}
