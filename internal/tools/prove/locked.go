package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"btracker/internal/tools/program"
)

// waitLimit is the longest a request may wait for a database: its deadline, and
// some for a busy machine.
const waitLimit = 20 * time.Second

// locked takes the database away without closing a connection: by another
// process that holds a lock, and by a network that carries nothing.
func locked(ctx context.Context, l *lab) (string, error) {
	lockedURL, err := l.database(ctx)
	if err != nil {
		return "", err
	}
	silentURL, err := l.database(ctx)
	if err != nil {
		return "", err
	}
	near, silentURL, err := newLine(l, silentURL)
	if err != nil {
		return "", err
	}
	nothing := func() error { near.stall(false); return nil }
	cases := []struct {
		name   string
		target program.Target
		take   func(t program.Target) (release func() error, err error)
		ready  int
	}{
		{"SQLite locked", l.sqlite("file"), func(t program.Target) (func() error, error) { return hold(ctx, t, "BEGIN IMMEDIATE") }, http.StatusOK},
		{"PostgreSQL locked", l.postgres("locked", lockedURL), func(t program.Target) (func() error, error) {
			return hold(ctx, t, "BEGIN; LOCK TABLE company IN SHARE MODE")
		}, http.StatusOK},
		{"PostgreSQL silent", l.postgres("silent", silentURL), func(program.Target) (func() error, error) {
			near.stall(true)
			return nothing, nil
		}, http.StatusServiceUnavailable},
	}
	figures, failures := make([]string, len(cases)), make([]error, len(cases))
	var all sync.WaitGroup
	for i, c := range cases { // all at once: it is mostly waiting
		s, err := l.serve(ctx, c.target)
		if err != nil {
			return "", err
		}
		all.Go(func() {
			release, err := c.take(c.target)
			if err == nil {
				figures[i], err = l.ask(ctx, c.name, s, c.ready, release)
			}
			failures[i] = err
		})
	}
	all.Wait()
	return strings.Join(figures, "; "), errors.Join(failures...)
}

// hold takes a lock on a connection of its own until release.
func hold(ctx context.Context, t program.Target, lock string) (release func() error, err error) {
	e, err := openEvidence(t)
	if err != nil {
		return nil, err
	}
	conn, err := e.Conn(ctx)
	if err == nil {
		_, err = conn.ExecContext(ctx, lock)
	}
	if err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return func() error {
		_, err := conn.ExecContext(ctx, "ROLLBACK")
		return errors.Join(err, conn.Close(), e.Close())
	}, nil
}

// ask writes from several sides while the database is held: each gets its
// refusal in time. /readyz answers meanwhile, and all is well after the release.
func (l *lab) ask(ctx context.Context, what string, s *program.Server, ready int, release func() error) (string, error) {
	began := time.Now()
	answers := make(chan error, writers)
	for range writers {
		go func() { _, err := newLedger().create(ctx, s.Client); answers <- err }()
	}
	time.Sleep(time.Second)
	readyBegan := time.Now()
	if status := statusOf(s.Call(ctx, http.MethodGet, "/readyz", nil, nil)); status != ready || l.tooSlow(time.Since(readyBegan), 5*time.Second) {
		return "", errors.Join(fmt.Errorf("%s: /readyz answers %d after %s", what, status, time.Since(readyBegan)), release())
	}
	statuses := map[int]int{}
	var failure error
	for range writers {
		err := <-answers
		refusal, ok := errors.AsType[*program.StatusError](err)
		switch {
		case !ok:
			failure = fmt.Errorf("%s: %w", what, err)
		case refusal.Status != http.StatusServiceUnavailable && refusal.Status != http.StatusGatewayTimeout, refusal.Header.Get("Retry-After") == "":
			failure = fmt.Errorf("%s: %w, Retry-After %q", what, err, refusal.Header.Get("Retry-After"))
		default:
			statuses[refusal.Status]++
		}
	}
	slowest := time.Since(began)
	figures := fmt.Sprintf("%s: %d refused (%v) within %.1f s", what, writers, statuses, slowest.Seconds())
	if failure = errors.Join(failure, release()); failure != nil {
		return figures, failure
	}
	if l.tooSlow(slowest, waitLimit) {
		return figures, fmt.Errorf("%s: waited %s", what, slowest)
	}
	_, err := within(ctx, l.limit(10*time.Second), what+": a write afterwards", func() bool { _, err := newLedger().create(ctx, s.Client); return err == nil })
	return figures, err
}

// statusOf is the status an answer had; 0 is no answer.
func statusOf(err error) int {
	if err == nil {
		return http.StatusOK
	}
	if e, ok := errors.AsType[*program.StatusError](err); ok {
		return e.Status
	}
	return 0
}
