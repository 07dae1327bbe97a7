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

// eventWithin is how soon a page has what happened, also when its replica died.
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
		// All pages are one user's, and a place that was negotiated at another replica is held for 15 s.
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
	f.oneScans()
}

// fleet is three replicas, and those who use them.
type fleet struct {
	*testing.T
	evidence
	servers  [3]*server
	client   program.Client // of the next replica for each request
	office   *smtptest.Server
	book     *ledger
	watchers []*watcher
	killed   int
	slowest  time.Duration
	twice    int // mails that came so often

	mu    sync.Mutex
	hosts [3]string
	turn  int
}

// listen notes where a replica is.
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

// sessions: who signs in at one replica is signed in at all, and signs out at all.
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

// throttling: wrong sign-ins count together, wherever they were tried.
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

// events: what happens at one replica is told once to the pages of all.
func (f *fleet) events() {
	for range of(6, 30) {
		f.watchers = append(f.watchers, watch(f.Context(), f.client))
	}
	for _, w := range f.watchers {
		testkit.Within(f, limit(10*time.Second), "a page connects", w.whole)
	}
	var projects, items []struct{ ID string }
	ok(f, f.client.Get(f.Context(), "/api/v1/project?Removed=exclude&PageSize=1", &projects))
	ok(f, f.client.Get(f.Context(), "/api/v1/subscription?Removed=exclude&PageSize=1", &items))
	endsSoon := object{"projectId": projects[0].ID, "subscriptionId": items[0].ID, "startAt": time.Now().UTC(), "endAt": time.Now().UTC().Add(72 * time.Hour),
		"autoRenew": false, "price": 10, "priceCurrencyName": "USD"}
	ok(f, f.servers[2].Call(f.Context(), http.MethodPost, "/api/v1/project/subscription", endsSoon, nil))
	for _, w := range f.watchers {
		testkit.Within(f, limit(eventWithin), "a page hears of a notification", func() bool { return w.heard() > 0 })
		if n := w.heard(); n != 1 {
			f.Fatalf("a page heard %d times of a notification", n)
		}
	}
}

// kills takes the replicas away one after the other while writes and events go
// through all of them.
func (f *fleet) kills() {
	f.book.whileWriting(f.T, f.client, func() {
		for round := range of(2, 9) {
			i := round % len(f.servers)
			f.book.until(f.T, of(40, 200))
			f.servers[i].Kill()
			f.killed++
			f.pagesAreWhole()
			f.servers[i].restart(f)
			f.listen(i)
		}
	})
	for _, w := range f.watchers {
		testkit.Within(f, limit(eventWithin), "a page has every acknowledged write", func() bool { return w.knowsAll(f.book) })
	}
	f.mailsArrive()
}

// pagesAreWhole waits until every page, also one whose replica just died, is
// connected and has loaded its list.
func (f *fleet) pagesAreWhole() {
	died := time.Now()
	time.Sleep(20 * time.Millisecond) // until then a page may not know that its replica is gone
	for _, w := range f.watchers {
		testkit.Within(f, limit(eventWithin)-time.Since(died), "a page has the full list again", w.whole)
	}
	f.slowest = max(f.slowest, time.Since(died))
}

// mailsArrive waits for the mails of all who were invited. One that was on its way
// in a replica that died is taken up after a minute, which the short version does
// not wait for; it may then come twice, because nobody knows whether it went out.
func (f *fleet) mailsArrive() {
	const workers = 4 // of a replica, each with a mail
	to := slices.Collect(maps.Keys(f.book.invited))
	onTheWay := f.killed * workers
	testkit.Within(f, 4*time.Minute, "every mail arrives", func() bool {
		missing, _ := delivered(f.office, to)
		return missing <= of(onTheWay, 0)
	})
	if _, f.twice = delivered(f.office, to); f.twice > onTheWay {
		f.Fatalf("%d mails came twice", f.twice)
	}
}

// oneScans: there is one leader, and each minute was scanned once.
func (f *fleet) oneScans() {
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
