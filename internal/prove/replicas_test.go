package prove

import (
	"context"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"btracker/internal/demo"
	"btracker/internal/pgtest"
	"btracker/internal/smtptest"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

// eventWithin is how soon a page knows of a change, also when its replica died.
const eventWithin = 5 * time.Second

// Three replicas behave as one, and killing any of them under load loses no
// acknowledged write and no event.
func TestReplicas(t *testing.T) {
	begin(t)
	f := &fleet{T: t, office: smtptest.New(t), book: newLedger()}
	f.office.Start()
	defer func() {
		t.Logf("%d replicas killed under load, %d acknowledged writes, %d pages with the full list within %.1f s, %d mails queued and none lost (%d came twice), one leader",
			f.killed, f.book.count.Load(), len(f.watchers), f.slowest.Seconds(), len(f.book.invited), f.twice)
	}()
	url := pgtest.NewDatabase(t)
	for i := range f.servers {
		target := onPostgres(t, url)
		// All pages belong to one user, and a negotiation at another replica counts as a connection for 15 s.
		target.Env = append(mailsThrough(f.office), "BTRACKER_HUB_MAX_CONNECTIONS_PER_USER=200")
		f.servers[i] = serve(t, target)
		f.listen(i)
	}
	f.client = f.servers[0].OneConnectionEach(f.dial)
	f.evidence = open(t, f.servers[0].target)
	since := f.position()
	f.sessions()
	f.throttling()
	f.events()
	f.kills()
	f.check(f.book, since)
	f.oneReplicaScans()
	f.servers[0].target.Run(t, "audit", "verify")
}

// fleet is three replicas, their pages and their mail server.
type fleet struct {
	*testing.T
	evidence
	servers  [3]*server
	client   program.Client // sends each request to the next replica
	office   *smtptest.Server
	book     *ledger
	watchers []*watcher
	killed   int
	slowest  time.Duration
	twice    int // mails that came twice

	mu    sync.Mutex
	hosts [3]string
	turn  int
}

// listen notes the address of a replica.
func (f *fleet) listen(i int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.hosts[i] = strings.TrimPrefix(f.servers[i].Base, "http://")
}

// dial connects to the next replica, as a load balancer does. One that does not
// take the connection is passed over.
func (f *fleet) dial(ctx context.Context, network, _ string) (conn net.Conn, err error) {
	for range f.hosts {
		f.mu.Lock()
		f.turn++
		host := f.hosts[f.turn%len(f.hosts)]
		f.mu.Unlock()
		if conn, err = (&net.Dialer{Timeout: time.Second}).DialContext(ctx, network, host); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

// sessions shows that a session of one replica is good at all, and ends at all.
func (f *fleet) sessions() {
	token, err := f.servers[0].SignIn(f.Context(), demo.AdminEmail, demo.Password)
	ok(f, err)
	answer := func(status int) {
		for i, s := range f.servers {
			if got := program.StatusOf(s.As(token).Get(f.Context(), "/api/v1/account", nil)); got != status {
				f.Fatalf("replica %d answers the session of another with %d, not %d", i, got, status)
			}
		}
	}
	page, err := f.servers[1].As(token).OpenPage(f.Context(), func([]byte) {})
	ok(f, err)
	defer page.Close()
	answer(http.StatusOK)
	ok(f, f.servers[2].As(token).Get(f.Context(), "/api/v1/account/logout", nil))
	answer(http.StatusUnauthorized)
	select {
	case <-page.Closed():
	case <-time.After(limit(2 * time.Second)):
		f.Fatal("the page of a session that ended elsewhere stays open")
	}
}

// throttling shows that wrong sign-ins at different replicas count together.
func (f *fleet) throttling() {
	const free = 5 // wrong sign-ins of one account from one address before it is slowed
	try := func(i int) int {
		_, err := f.servers[i%len(f.servers)].SignIn(f.Context(), "nobody@example.com", "Wrong-Password-1")
		return program.StatusOf(err)
	}
	for i := range free {
		if status := try(i); status != http.StatusUnauthorized {
			f.Fatalf("wrong sign-in %d: %d", i, status)
		}
	}
	for i := range f.servers {
		// The first wait is a second, which a busy machine may let pass; then it doubles.
		testkit.Until(f, "too many wrong sign-ins at others are refused here", func() bool { return try(i) == http.StatusTooManyRequests })
	}
}

// events shows that the pages of all replicas hear once of a change at one.
func (f *fleet) events() {
	for range shortOrFull(6, 30) {
		f.watchers = append(f.watchers, watch(f.Context(), f.client))
	}
	for _, w := range f.watchers {
		testkit.Within(f, limit(10*time.Second), "a page connects", w.upToDate)
	}
	var projects, items []struct{ ID string }
	ok(f, f.client.Get(f.Context(), "/api/v1/project?Removed=exclude&PageSize=1", &projects))
	ok(f, f.client.Get(f.Context(), "/api/v1/subscription?Removed=exclude&PageSize=1", &items))
	endsSoon := object{"projectId": projects[0].ID, "subscriptionId": items[0].ID, "startAt": time.Now().UTC(), "endAt": time.Now().UTC().Add(72 * time.Hour),
		"autoRenew": false, "price": 10, "priceCurrencyName": "USD"}
	var attached struct{ ID string }
	ok(f, f.servers[2].Call(f.Context(), http.MethodPost, "/api/v1/project/subscription", endsSoon, &attached))
	for _, w := range f.watchers {
		testkit.Within(f, limit(eventWithin), "a page hears of a notification", func() bool { return w.heard(attached.ID) > 0 })
		if n := w.heard(attached.ID); n != 1 {
			f.Fatalf("a page heard %d times of a notification", n)
		}
	}
}

// kills kills one replica after the other while writes and events go through all.
func (f *fleet) kills() {
	f.book.whileWriting(f.T, f.client, func() {
		for round := range shortOrFull(2, 9) {
			i := round % len(f.servers)
			f.book.until(f.T, shortOrFull(40, 200))
			f.servers[i].Kill()
			f.killed++
			f.pagesAreUpToDate()
			f.servers[i].restart(f)
			f.listen(i)
		}
	})
	for _, w := range f.watchers {
		testkit.Within(f, limit(eventWithin), "a page has every acknowledged write", func() bool { return w.knowsAll(f.book) })
	}
	f.mailsArrive()
}

// pagesAreUpToDate waits until every page is connected and has loaded its list, also
// the pages of the replica that just died.
func (f *fleet) pagesAreUpToDate() {
	died := time.Now()
	time.Sleep(20 * time.Millisecond) // until then a page may not know that its replica is gone
	for _, w := range f.watchers {
		testkit.Within(f, limit(eventWithin)-time.Since(died), "a page has the full list again", w.upToDate)
	}
	f.slowest = max(f.slowest, time.Since(died))
}

// mailsArrive waits for the mails to all invited users. A mail that a killed replica
// was sending is tried again after a minute, for which the short version does not
// wait. It may come twice, because nobody knows whether it had been sent.
func (f *fleet) mailsArrive() {
	const workers = 4 // of a replica, each with a mail
	to := slices.Collect(maps.Keys(f.book.invited))
	onTheWay := f.killed * workers
	testkit.Within(f, 4*time.Minute, "every mail arrives", func() bool {
		missing, _ := delivered(f.office, to)
		return missing <= shortOrFull(onTheWay, 0)
	})
	if _, f.twice = delivered(f.office, to); f.twice > onTheWay {
		f.Fatalf("%d mails came twice", f.twice)
	}
}

// oneReplicaScans shows that there is one leader, and one scan a minute.
func (f *fleet) oneReplicaScans() {
	leaders := 0
	testkit.Until(f, "a leader is elected", func() bool {
		leaders = f.number("SELECT count(*) FROM river_leader WHERE expires_at > now()")
		return leaders > 0
	})
	scans, minutes := f.number("SELECT count(*) FROM river_job WHERE kind = 'scan'"), f.number("SELECT count(DISTINCT date_trunc('minute', created_at)) FROM river_job WHERE kind = 'scan'")
	if leaders != 1 || scans > minutes {
		f.Fatalf("%d leaders, %d scans in %d minutes", leaders, scans, minutes)
	}
}
