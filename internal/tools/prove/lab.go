package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"btracker/internal/demo"
	"btracker/internal/pgtest"
	"btracker/internal/tools/program"
)

// lab is where one promise is tried: directories, servers and databases that are
// gone when it is over.
type lab struct {
	options
	shared *sharedCluster
	dir    string
	after  []func() error
}

// later puts something away at the end; what came last goes first.
func (l *lab) later(f func() error) { l.after = append(l.after, f) }

func (l *lab) tidy() error {
	var all []error
	for i := len(l.after) - 1; i >= 0; i-- {
		all = append(all, l.after[i]())
	}
	return errors.Join(all...)
}

// of chooses between the number of the short version and the full one.
func (l *lab) of(short, full int) int {
	if l.short {
		return short
	}
	return full
}

// patience only keeps a proof from hanging: it is no promise.
const patience = 3 * time.Minute

// limit is how long to wait for something that is promised within a time. The short version runs among other tests, on
// machines that may be busy, and holds nothing to a clock: it waits as long as it has patience.
func (l *lab) limit(promised time.Duration) time.Duration {
	if l.short {
		return patience
	}
	return promised
}

// tooSlow says whether something took longer than is promised; the short version does not ask.
func (l *lab) tooSlow(took, promised time.Duration) bool { return !l.short && took > promised }

// sqlite is a place for a database in a file.
func (l *lab) sqlite(name string) program.Target {
	return program.Target{Binary: l.binary, Data: filepath.Join(l.dir, name)}
}

// postgres is a place on a database server.
func (l *lab) postgres(name, url string) program.Target {
	t := l.sqlite(name)
	t.DatabaseURL = url
	return t
}

// clusterDir is an empty directory that PostgreSQL's own user can reach, which
// ours is not.
func (l *lab) clusterDir() (string, error) {
	dir, err := os.MkdirTemp("", "btracker-pg-")
	if err == nil {
		l.later(func() error { return os.RemoveAll(dir) })
	}
	return dir, err
}

// sharedCluster is one PostgreSQL for all promises that do not harm it.
type sharedCluster struct {
	lab
	start     sync.Once
	cluster   *pgtest.Cluster
	err       error
	databases atomic.Int64
}

// database is the URL of an empty database.
func (l *lab) database(ctx context.Context) (string, error) {
	s := l.shared
	s.start.Do(func() { s.cluster, s.err = s.lab.cluster() })
	if s.err != nil {
		return "", s.err
	}
	name := fmt.Sprint("prove", s.databases.Add(1))
	err := execute(ctx, s.cluster.URL(), "CREATE DATABASE "+name)
	return strings.Replace(s.cluster.URL(), "/postgres?", "/"+name+"?", 1), err
}

// cluster starts a PostgreSQL of the promise's own.
func (l *lab) cluster(settings ...string) (*pgtest.Cluster, error) {
	dir, err := l.clusterDir()
	if err != nil {
		return nil, err
	}
	c, err := pgtest.New(dir, settings...)
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	l.later(func() error { c.Stop(); return nil })
	return c, nil
}

// serve starts a server with demo data, signed in as its administrator.
func (l *lab) serve(ctx context.Context, t program.Target, args ...string) (*program.Server, error) {
	s, err := program.Start(ctx, t, append(args, "--demo", "--log-level", "warn")...)
	if err != nil {
		return nil, err
	}
	l.later(func() error { s.Kill(); return nil })
	s.Token, err = s.SignIn(ctx, demo.AdminEmail, demo.Password)
	return s, err
}

// observed is a server with its database seen from behind, and how far that had
// grown when it started.
type observed struct {
	evidence
	server *program.Server
	since  position
}

// observe serves a target and opens its database.
func (l *lab) observe(ctx context.Context, t program.Target, args ...string) (o observed, err error) {
	if o.server, err = l.serve(ctx, t, args...); err != nil {
		return o, err
	}
	if o.evidence, err = openEvidence(t); err != nil {
		return o, err
	}
	l.later(o.Close)
	o.since, err = o.position(ctx)
	return o, err
}

// again starts a server that was killed or stopped; its sessions are still good.
func (l *lab) again(ctx context.Context, s *program.Server, args ...string) (*program.Server, error) {
	next, err := program.Start(ctx, s.Target, append(args, "--log-level", "warn")...)
	if err != nil {
		return nil, err
	}
	next.Token = s.Token
	l.later(func() error { next.Kill(); return nil })
	return next, nil
}

// within waits until something holds, and answers how long that took.
func within(ctx context.Context, limit time.Duration, what string, holds func() bool) (time.Duration, error) {
	began := time.Now()
	for !holds() {
		if time.Since(began) > limit || ctx.Err() != nil {
			return time.Since(began), fmt.Errorf("%s: not within %s", what, limit)
		}
		time.Sleep(10 * time.Millisecond)
	}
	return time.Since(began), nil
}
