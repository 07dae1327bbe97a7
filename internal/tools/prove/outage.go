package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"btracker/internal/pgtest"
)

const backWithin = 10 * time.Second

// postgresRestart stops and starts the database under load, in good order and as
// a crash.
func postgresRestart(ctx context.Context, l *lab) (string, error) {
	cluster, err := l.cluster("synchronous_commit=on")
	if err != nil {
		return "", err
	}
	o, err := newOutage(ctx, l, cluster.URL())
	if err != nil {
		return "", err
	}
	for round := range l.of(2, 10) {
		end := cluster.StopFast
		if round%2 == 1 {
			end = cluster.Stop
		}
		if err := o.suffer(ctx, fmt.Sprintf("r%d-", round), end, cluster.Start); err != nil {
			return o.figures(), err
		}
	}
	return o.figures(), o.check(ctx, o.book, o.since)
}

// failover kills a primary under load and promotes its synchronous standby. The
// server knows both by its connection string, and nothing else tells it.
func failover(ctx context.Context, l *lab) (string, error) {
	primary, err := l.cluster("wal_level=replica", "max_wal_senders=4", "synchronous_commit=on")
	if err != nil {
		return "", err
	}
	standby, err := l.standby(primary)
	if err != nil {
		return "", err
	}
	if err := execute(ctx, primary.URL(), "ALTER SYSTEM SET synchronous_standby_names = '*'"); err != nil {
		return "", err
	}
	if err := execute(ctx, primary.URL(), "SELECT pg_reload_conf()"); err != nil {
		return "", err
	}
	o, err := newOutage(ctx, l, bothHosts(primary, standby))
	if err != nil {
		return "", err
	}
	if err := o.suffer(ctx, "f", primary.Kill, standby.Promote); err != nil {
		return o.figures(), err
	}
	return o.figures(), o.check(ctx, o.book, o.since)
}

// standby starts a copy that follows a primary.
func (l *lab) standby(primary *pgtest.Cluster) (*pgtest.Cluster, error) {
	dir, err := l.clusterDir()
	if err != nil {
		return nil, err
	}
	standby, err := primary.Standby(dir)
	if err != nil {
		return nil, err
	}
	if err := standby.Start(); err != nil {
		return nil, err
	}
	l.later(func() error { standby.Stop(); return nil })
	return standby, nil
}

// bothHosts is one connection string that finds whichever takes writes.
func bothHosts(a, b *pgtest.Cluster) string {
	first, _ := url.Parse(a.URL()) // made by us
	second, _ := url.Parse(b.URL())
	query := first.Query()
	query.Set("host", query.Get("host")+","+second.Query().Get("host"))
	query.Set("port", "5432,5432")
	query.Set("target_session_attrs", "read-write")
	first.RawQuery = query.Encode()
	return first.String()
}

// outage is a server under load whose database goes away and comes back.
type outage struct {
	*lab
	observed
	book    *ledger
	rounds  int
	slowest time.Duration
}

func newOutage(ctx context.Context, l *lab, databaseURL string) (*outage, error) {
	o, err := l.observe(ctx, l.postgres("data", databaseURL))
	return &outage{lab: l, observed: o, book: newLedger()}, err
}

func (o *outage) figures() string {
	return fmt.Sprintf("%d outages, %d acknowledged writes, none lost or half done, refusals %s, back within %.1f s", o.rounds, o.book.count.Load(), o.book.refusals(), o.slowest.Seconds())
}

// suffer is one outage: writes go on until the database ends, /readyz says that it
// is gone, and writes go on again soon after it is back.
func (o *outage) suffer(ctx context.Context, word string, end func(), back func() error) error {
	loading, stop := context.WithCancel(ctx)
	wait := o.book.load(loading, o.server.Client, word)
	defer func() { stop(); wait() }()
	before := o.book.count.Load()
	if _, err := within(ctx, patience, "writes before", func() bool { return o.book.count.Load() > before+50 }); err != nil {
		return err
	}
	end()
	ready := func() bool { return o.server.Call(ctx, http.MethodGet, "/readyz", nil, nil) == nil }
	if _, err := within(ctx, o.limit(5*time.Second), "/readyz says that the database is away", func() bool { return !ready() }); err != nil {
		return err
	}
	if err := back(); err != nil {
		return err
	}
	returned := o.book.count.Load()
	took, err := within(ctx, o.limit(backWithin), "service is back", func() bool { return ready() && o.book.count.Load() > returned+10 })
	o.rounds++
	o.slowest = max(o.slowest, took)
	o.book.mu.Lock()
	defer o.book.mu.Unlock()
	return errors.Join(err, o.book.defect)
}
