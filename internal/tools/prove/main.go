// Prove shows, by running the built binary as real processes, what the product promises about not losing data: it kills,
// fills disks, takes databases and mail servers away, and looks at what is left. It prints one line for each promise and
// writes docs/proof.md. -short does the same in seconds, with small numbers.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"time"

	"btracker/internal/pgtest"
	"btracker/internal/testkit"
	"btracker/internal/tools/measure"
)

// promise is one thing the product keeps, and how that is shown.
type promise struct {
	name  string
	text  string
	prove func(*lab)
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

type options struct {
	binary string
	only   string
	short  bool
	soak   time.Duration
	report string
}

func main() { testkit.Main("prove", parse, run) }

func parse(args []string) (options, error) {
	var o options
	flags := flag.NewFlagSet("prove", flag.ContinueOnError)
	flags.StringVar(&o.binary, "binary", "bin/btracker", "program to prove it of")
	flags.StringVar(&o.only, "only", "", "only the promises whose name begins with one of these, separated by commas")
	flags.BoolVar(&o.short, "short", false, "small numbers: seconds instead of an hour")
	flags.DurationVar(&o.soak, "soak", fullSoak, "how long the endurance run lasts")
	flags.StringVar(&o.report, "report", "docs/proof.md", "file for what was tried in full; empty: none")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if o.soak < time.Minute || o.soak > 24*time.Hour || flags.NArg() > 0 {
		return o, errors.New("soak from 1m to 24h, and no other arguments")
	}
	return o, nil
}

func run(t testkit.TB, o options) {
	defer pgtest.Stop()
	var results []result
	failed := 0
	for _, p := range promises {
		if t.Context().Err() != nil || !chosen(p.name, o.only) {
			continue
		}
		r := try(t.Context(), p, o)
		fmt.Println(r)
		if r.err != nil {
			failed++
		}
		results = append(results, r)
	}
	if o.report != "" && !o.short {
		if err := writeReport(o.report, results); err != nil {
			t.Fatal(err)
		}
	}
	if failed > 0 || len(results) == 0 {
		t.Fatalf("%d of %d promises failed", failed, len(results))
	}
}

func chosen(name, only string) bool {
	for prefix := range strings.SplitSeq(only, ",") {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// longest bounds every promise but the endurance run, which has its own length on top.
const longest = 40 * time.Minute

func try(ctx context.Context, p promise, o options) result {
	ctx, cancel := context.WithTimeout(ctx, longest+o.soak)
	defer cancel()
	r := result{promise: p, began: time.Now(), load: measure.LoadAverage()}
	l := &lab{options: o}
	r.err = testkit.Run(ctx, func(t testkit.TB) {
		l.TB = t
		p.prove(l)
	})
	if l.figures != nil {
		r.figures = l.figures()
	}
	r.took = time.Since(r.began)
	return r
}
