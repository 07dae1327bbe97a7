package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"btracker/internal/tools/program"
)

// promise is one thing the product keeps, and how that is shown.
type promise struct {
	name  string
	text  string
	prove func(ctx context.Context, l *lab) (figures string, err error)
}

var promises = []promise{
	{"kill-sqlite", "After kill -9 under load every acknowledged write is there, whole, and the server is ready again within 2 s (SQLite)", killSQLite},
	{"kill-postgres", "The same on PostgreSQL", killPostgres},
	{"fsync", "Every acknowledged commit on SQLite was flushed to disk first", flushed},
	{"disk-full", "On a full disk writes answer 503 or 507, reads go on, and it recovers by itself", diskFull},
	{"locked", "A database that is locked or does not answer: a bounded wait, then 503 or 504 with Retry-After, never 500", locked},
	{"postgres-restart", "PostgreSQL restarted under load: /readyz says so, service is back within 10 s, no acknowledged write is lost", postgresRestart},
	{"failover", "A killed primary with a synchronous standby promoted: the same, by a connection string with both hosts", failover},
	{"backup", "A backup while writing restores whole, with every change acknowledged before it began, and all sessions revoked", backups},
	{"upgrade", "Every earlier schema is brought up to date with its data, also when killed meanwhile or by several at once; a newer one is refused untouched", upgrades},
	{"mail", "With the mail server down, slow or refusing requests stay fast; mails arrive later; dead ones are visible", mails},
	{"slow-sockets", "Connections that send a byte at a time delay nobody else: 99 of 100 answers within 500 ms", slowSockets},
	{"enumeration", "Known, unknown and disabled accounts are refused alike: status, body, and medians of time within 5 ms", enumeration},
	{"sign-in-burst", "Beside hundreds of sign-ins from one address or into one account, right or wrong, others sign in within a second", signInBurst},
	{"replicas", "Three replicas behave as one, and killing any of them under load loses no acknowledged write and no event", replicas},
	{"soak", "Mixed work with 1,000 live connections: no leak, no slowing, no error", soak},
}

// result is what came of a promise.
type result struct {
	promise
	figures string
	began   time.Time
	load    string // average of the machine, then
	took    time.Duration
	err     error
}

func (r result) String() string {
	return fmt.Sprintf("%-17s %-6s %6.1f s  %s", r.name, r.verdict(), r.took.Seconds(), r.line())
}

func (r result) verdict() string {
	if r.err != nil {
		return "FAILED"
	}
	return "passed"
}

func (r result) line() string {
	if r.err != nil {
		return r.err.Error() + " (" + r.figures + ")"
	}
	return r.figures
}

// longest bounds every promise but the endurance run, which has its own length on top.
const longest = 40 * time.Minute

func try(ctx context.Context, p promise, o options, shared *sharedCluster) result {
	ctx, cancel := context.WithTimeout(ctx, longest+o.soak)
	defer cancel()
	r := result{promise: p, began: time.Now(), load: program.LoadAverage()}
	l := &lab{options: o, shared: shared}
	l.dir, r.err = os.MkdirTemp("", "btracker-prove-")
	if r.err == nil {
		l.later(func() error { return os.RemoveAll(l.dir) })
		r.figures, r.err = p.prove(ctx, l)
	}
	r.err = errors.Join(r.err, l.tidy())
	r.took = time.Since(r.began)
	return r
}
