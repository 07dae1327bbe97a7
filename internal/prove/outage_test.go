package prove

import (
	"net/url"
	"testing"
	"time"

	"btracker/internal/pgtest"
	"btracker/internal/testkit"
)

const backWithin = 10 * time.Second

// PostgreSQL is restarted under load, in good order and as a crash: /readyz says so,
// service is back within ten seconds, and no acknowledged write is lost.
func TestPostgresRestart(t *testing.T) {
	begin(t)
	cluster := pgtest.NewCluster(t, "synchronous_commit=on")
	o := newOutages(t, cluster.URL())
	for round := range shortOrFull(2, 10) {
		end := cluster.StopFast
		if round%2 == 1 {
			end = cluster.Stop
		}
		o.goThroughOutage(end, cluster.Start)
	}
	o.check(o.book, o.since)
}

// A primary is killed under load and its synchronous standby promoted, with the same
// result. The connection string names both, and nothing else tells the server.
func TestFailover(t *testing.T) {
	begin(t)
	primary := pgtest.NewCluster(t, "wal_level=replica", "max_wal_senders=4", "synchronous_commit=on")
	standby := primary.NewStandby(t)
	ok(t, primary.Execute("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"))
	o := newOutages(t, bothHosts(primary, standby))
	o.goThroughOutage(primary.Kill, standby.Promote)
	o.check(o.book, o.since)
}

// bothHosts is a connection string for two servers, of which the client chooses the
// one that accepts writes.
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

// outages is a server under load whose database goes away and comes back.
type outages struct {
	*testing.T
	observed
	book    *ledger
	rounds  int
	slowest time.Duration
}

func newOutages(t *testing.T, databaseURL string) *outages {
	o := &outages{T: t, observed: observe(t, onPostgres(t, databaseURL)), book: newLedger()}
	t.Cleanup(func() {
		_, refusals := o.book.refusals()
		t.Logf("%d outages, %d acknowledged writes, none lost or half done, refusals %s, back within %.1f s", o.rounds, o.book.count.Load(), refusals, o.slowest.Seconds())
	})
	return o
}

// goThroughOutage ends the database under load and brings it back: /readyz says that
// it is gone, and writes succeed again soon after it is back.
func (o *outages) goThroughOutage(end func(), back func() error) {
	o.book.whileWriting(o.T, o.server.Client, func() {
		o.book.until(o.T, 50)
		end()
		ready := func() bool { return o.server.Get(o.Context(), "/readyz", nil) == nil }
		testkit.Within(o, limit(5*time.Second), "/readyz says that the database is away", func() bool { return !ready() })
		ok(o, back())
		returned := o.book.count.Load()
		took := testkit.Within(o, limit(backWithin), "service is back", func() bool { return ready() && o.book.count.Load() > returned+10 })
		o.rounds++
		o.slowest = max(o.slowest, took)
	})
	o.book.failOnDefect(o.T)
}
