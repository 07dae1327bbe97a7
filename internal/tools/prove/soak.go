package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"btracker/internal/demo"
	"btracker/internal/tools/program"
)

const (
	pagesPerUser = 20 // what the hub allows by default
	soakRate     = 30 // requests a second
	fullSoak     = 30 * time.Minute
	slopeLimit   = 1. // MiB in ten minutes
	spareAllowed = 8  // goroutines or descriptors more than at the start
	warmRequests = 20_000
)

// soak is an ordinary day in short: people read, some write, many pages are open.
func soak(ctx context.Context, l *lab) (string, error) {
	length := l.soak
	if l.short {
		length = 6 * time.Second
	}
	t := l.sqlite("data")
	if _, err := t.Run("demo", "--scale", strconv.Itoa(l.of(100, 5000))); err != nil {
		return "", err
	}
	metrics, err := freeAddr()
	if err != nil {
		return "", err
	}
	o, err := l.observe(ctx, t, "--metrics-addr", metrics)
	if err != nil {
		return "", err
	}
	s := o.server
	d := &day{server: s, gauge: gauge{s.PID(), program.NewClient("http://" + metrics)}}
	if err := d.prepare(ctx); err != nil {
		return "", err
	}
	if err := d.warm(ctx, l.of(200, warmRequests)); err != nil {
		return "", err
	}
	if _, err := d.work(ctx, length/20); err != nil { // the same mix as later, before the baseline
		return "", err
	}
	if err := o.queueRuns(ctx); err != nil {
		return "", err
	}
	s.HTTP.CloseIdleConnections()
	time.Sleep(time.Second)
	before, err := d.gauge.read(ctx)
	if err != nil {
		return "", err
	}
	if err := d.openPages(ctx, l.of(60, 1000)); err != nil {
		return "", err
	}
	if err := d.warm(ctx, l.of(200, warmRequests)); err != nil { // what the pages are told is read as well
		return "", err
	}
	samples, err := d.work(ctx, length)
	if err == nil {
		err = d.everyPageHeardAll(ctx)
	}
	after, settled := d.settle(ctx, before)
	warm := samples[len(samples)/3:]
	figures := fmt.Sprintf("%s with %d pages: %d requests without error, %d changes heard by every page; goroutines %d → %d, descriptors %d → %d",
		length, len(d.pages), d.requests.Load(), d.changes.Load(), before.goroutines, after.goroutines, before.descriptors, after.descriptors)
	if err := errors.Join(err, settled); err != nil || l.short { // seconds say nothing of slopes
		return figures, err
	}
	grown, early, late := slope(warm), p99(warm[:len(warm)/2]), p99(warm[len(warm)/2:])
	figures += fmt.Sprintf("; memory %+.2f MiB in 10 min (floors %v MiB, at the end %.0f), p99 %.1f ms and later %.1f ms", grown, floors(warm), after.resident, ms(early), ms(late))
	// A shorter run may grow by as many MiB as the whole one: what comes and goes is the same.
	if grown > slopeLimit*max(1, fullSoak.Minutes()/length.Minutes()) {
		err = errors.New("memory grows")
	}
	if late > 2*early+5*time.Millisecond {
		err = errors.Join(err, errors.New("it gets slower"))
	}
	return figures, err
}

// queueRuns waits until the job queue has elected itself to do all of its work,
// seconds after the start: its goroutines belong to the baseline. It has when the
// jobs that it begins with are done.
func (o observed) queueRuns(ctx context.Context) error {
	_, err := within(ctx, patience, "the job queue runs", func() bool {
		var done int
		err := o.QueryRowContext(ctx, "SELECT count(DISTINCT kind) FROM river_job WHERE kind IN ('scan', 'cleanup') AND state = 'completed'").Scan(&done)
		return err == nil && done == 2
	})
	return err
}

// day is the server, the people who use it and the pages they have open.
type day struct {
	server    *program.Server
	gauge     gauge
	companies []string
	pages     []*listener
	requests  atomic.Int64
	changes   atomic.Int64 // acknowledged since the pages opened
}

// listener is a page that counts the changes it hears of.
type listener struct {
	*program.Page
	heard atomic.Int64
}

func (d *day) prepare(ctx context.Context) error {
	var list []struct{ ID string }
	err := d.server.Call(ctx, http.MethodGet, "/api/v1/company?PageSize=100&Removed=exclude", nil, &list)
	for _, c := range list {
		d.companies = append(d.companies, c.ID)
	}
	return err
}

// openPages opens pages of as many administrators as it takes.
func (d *day) openPages(ctx context.Context, n int) error {
	var c program.Client
	for i := range n {
		if i%pagesPerUser == 0 {
			email := fmt.Sprintf("page%d@example.com", i/pagesPerUser)
			admin := object{"email": email, "displayName": email, "gender": 0, "password": demo.Password}
			if err := d.server.Call(ctx, http.MethodPost, "/api/v1/UserManagement/admin", admin, nil); err != nil {
				return err
			}
			token, err := d.server.SignIn(ctx, email, demo.Password)
			if err != nil {
				return err
			}
			c = d.server.As(token)
		}
		p := &listener{}
		var err error
		if p.Page, err = c.OpenPage(ctx, func(record []byte) {
			if bytes.Contains(record, []byte(`"target":"Changed"`)) && bytes.Contains(record, []byte(`"company"`)) {
				p.heard.Add(1)
			}
		}); err != nil {
			return err
		}
		d.pages = append(d.pages, p)
	}
	time.Sleep(time.Second) // handshakes
	d.changes.Store(0)
	return nil
}

// everyPageHeardAll compares what each page heard with what was changed.
func (d *day) everyPageHeardAll(ctx context.Context) error {
	_, err := within(ctx, patience, "every page hears of every change", func() bool {
		for _, p := range d.pages {
			if p.heard.Load() < d.changes.Load() {
				return false
			}
		}
		return true
	})
	return err
}

// settle closes everything, and waits until the server holds no more than before.
func (d *day) settle(ctx context.Context, before reading) (after reading, err error) {
	lost := 0
	for _, p := range d.pages {
		select {
		case <-p.Closed():
			lost++
		default:
			p.Close()
		}
	}
	d.server.HTTP.CloseIdleConnections()
	_, err = within(ctx, patience, "goroutines and descriptors are back", func() bool {
		var failed error
		after, failed = d.gauge.read(ctx)
		return failed == nil && after.goroutines <= before.goroutines+spareAllowed && after.descriptors <= before.descriptors+spareAllowed
	})
	if lost > 0 {
		err = errors.Join(err, fmt.Errorf("%d pages lost their connection", lost))
	}
	return after, err
}
