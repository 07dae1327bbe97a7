package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"btracker/internal/demo"
	"btracker/internal/tools/program"
)

// eventWithin is how soon a page has what happened, also when its replica died.
const eventWithin = 5 * time.Second

// replicas runs three servers on one database behind a proxy.
func replicas(ctx context.Context, l *lab) (string, error) {
	url, err := l.database(ctx)
	if err != nil {
		return "", err
	}
	office, err := newPostOffice(l)
	if err == nil {
		err = office.open()
	}
	if err != nil {
		return "", err
	}
	f := &fleet{lab: l, office: office, proxy: newProxy(l), book: newLedger()}
	for i := range f.servers {
		t := l.postgres(fmt.Sprint("replica", i), url)
		t.Env = []string{"BTRACKER_SMTP_URL=smtp://" + office.addr, "BTRACKER_MAIL_FROM=tracker@example.com", "BTRACKER_TRUSTED_PROXIES=127.0.0.1/32",
			"BTRACKER_HUB_MAX_CONNECTIONS_PER_USER=200"} // all pages are one user's, and a place that was negotiated at another replica is held for 15 s
		if f.servers[i], err = l.serve(ctx, t); err != nil {
			return "", err
		}
		f.proxy.replace(i, f.servers[i].Base)
	}
	if f.evidence, err = openEvidence(f.servers[0].Target); err != nil {
		return "", err
	}
	defer f.Close()
	if f.since, err = f.position(ctx); err != nil {
		return "", err
	}
	f.client = program.NewClient(f.proxy.URL).As(f.servers[0].Token)
	for _, step := range []func(context.Context) error{f.sessions, f.throttling, f.events, f.kills, f.oneScans} {
		if err := step(ctx); err != nil {
			return f.figures(), err
		}
	}
	return f.figures(), nil
}

// fleet is three replicas and what is in front of and behind them.
type fleet struct {
	*lab
	evidence
	servers  [3]*program.Server
	proxy    *proxy
	client   program.Client // through the proxy
	office   *postOffice
	book     *ledger
	since    position
	watchers []*watcher
	killed   int
	slowest  time.Duration
	doubled  int // mails
}

func (f *fleet) figures() string {
	return fmt.Sprintf("%d replicas killed under load, %d acknowledged writes, %d pages with the full list within %.1f s, %d mails queued and none lost (%d came twice), one leader",
		f.killed, f.book.count.Load(), len(f.watchers), f.slowest.Seconds(), len(f.book.invited), f.doubled)
}

// sessions: who signs in at one replica is signed in at all, and signs out at all.
func (f *fleet) sessions(ctx context.Context) error {
	token, err := f.servers[0].SignIn(ctx, demo.AdminEmail, demo.Password)
	if err != nil {
		return err
	}
	account := func(s *program.Server) int {
		return statusOf(s.As(token).Call(ctx, http.MethodGet, "/api/v1/account", nil, nil))
	}
	page, err := f.servers[1].As(token).OpenPage(ctx, func([]byte) {})
	if err != nil {
		return err
	}
	defer page.Close()
	for _, s := range f.servers {
		if status := account(s); status != http.StatusOK {
			return fmt.Errorf("signed in at another replica: %d", status)
		}
	}
	if err := f.servers[2].As(token).Call(ctx, http.MethodGet, "/api/v1/account/logout", nil, nil); err != nil {
		return err
	}
	for _, s := range f.servers {
		if status := account(s); status != http.StatusUnauthorized {
			return fmt.Errorf("signed out at another replica: %d", status)
		}
	}
	select {
	case <-page.Closed():
		return nil
	case <-time.After(f.limit(2 * time.Second)):
		return errors.New("the page of a session that ended elsewhere stays open")
	}
}

// throttling: wrong sign-ins count together, wherever they were tried.
func (f *fleet) throttling(ctx context.Context) error {
	const free = 5 // wrong sign-ins of one account from one address before it is slowed
	try := func(i int) int {
		_, err := f.servers[i%len(f.servers)].SignIn(ctx, "nobody@example.com", "Wrong-Password-1")
		return statusOf(err)
	}
	for i := range free {
		if status := try(i); status != http.StatusUnauthorized {
			return fmt.Errorf("wrong sign-in %d: %d", i, status)
		}
	}
	for i := range f.servers {
		// The first wait is a second, which a busy machine may let pass; then it doubles.
		if _, err := within(ctx, patience, "too many wrong sign-ins at others are refused here", func() bool { return try(i) == http.StatusTooManyRequests }); err != nil {
			return err
		}
	}
	return nil
}

// events: what happens at one replica is told once to the pages of all.
func (f *fleet) events(ctx context.Context) error {
	for range f.of(6, 30) {
		w := watch(ctx, f.client)
		f.watchers = append(f.watchers, w)
	}
	for _, w := range f.watchers {
		if _, err := within(ctx, f.limit(10*time.Second), "a page connects", func() bool { return !w.whole().IsZero() }); err != nil {
			return err
		}
	}
	id, err := f.subscriptionThatEndsSoon(ctx)
	if err != nil {
		return err
	}
	for _, w := range f.watchers {
		heard := func() (n int) {
			w.mu.Lock()
			defer w.mu.Unlock()
			for _, times := range w.notifications {
				n += times
			}
			return n
		}
		if _, err := within(ctx, f.limit(eventWithin), "a page hears of a notification", func() bool { return heard() > 0 }); err != nil {
			return err
		}
		if n := heard(); n != 1 {
			return fmt.Errorf("a page heard %d times of %s", n, id)
		}
	}
	return nil
}

func (f *fleet) subscriptionThatEndsSoon(ctx context.Context) (id string, err error) {
	var projects, items []struct{ ID string }
	if err := f.client.Call(ctx, http.MethodGet, "/api/v1/project?Removed=exclude&PageSize=1", nil, &projects); err != nil {
		return "", err
	}
	if err := f.client.Call(ctx, http.MethodGet, "/api/v1/subscription?Removed=exclude&PageSize=1", nil, &items); err != nil {
		return "", err
	}
	var made struct{ ID string }
	err = f.servers[2].As(f.client.Token).Call(ctx, http.MethodPost, "/api/v1/project/subscription", object{"projectId": projects[0].ID, "subscriptionId": items[0].ID,
		"startAt": time.Now().UTC(), "endAt": time.Now().UTC().Add(72 * time.Hour), "autoRenew": false, "price": 10, "priceCurrencyName": "USD"}, &made)
	return made.ID, err
}

// kills takes the replicas away one after the other while writes and events go
// through all of them.
func (f *fleet) kills(ctx context.Context) error {
	loading, stop := context.WithCancel(ctx)
	wait := f.book.load(loading, f.client, "fleet")
	defer func() { stop(); wait() }()
	for round := range f.of(2, 9) {
		i := round % len(f.servers)
		more := f.book.count.Load() + int64(f.of(40, 200))
		if _, err := within(ctx, patience, "writes", func() bool { return f.book.count.Load() >= more }); err != nil {
			return err
		}
		f.servers[i].Kill()
		f.killed++
		if err := f.pagesAreWhole(ctx); err != nil {
			return err
		}
		var err error
		if f.servers[i], err = f.again(ctx, f.servers[i]); err != nil {
			return err
		}
		f.proxy.replace(i, f.servers[i].Base)
	}
	stop()
	wait()
	for _, w := range f.watchers {
		if _, err := within(ctx, f.limit(eventWithin), "a page has every acknowledged write", func() bool { return w.missing(f.book) == 0 }); err != nil {
			return err
		}
	}
	if err := f.mailsArrive(ctx); err != nil {
		return err
	}
	return f.check(ctx, f.book, f.since)
}

// mailsArrive waits for the mails of all who were invited. One that was on its way
// in a replica that died is taken up after a minute, which the short version does
// not wait for; it may then come twice, because nobody knows whether it went out.
func (f *fleet) mailsArrive(ctx context.Context) error {
	const workers = 4 // of a replica, each with a mail
	to := slices.Collect(maps.Keys(f.book.invited))
	onTheWay := f.killed * workers
	_, err := within(ctx, 4*time.Minute, "every mail arrives", func() bool {
		missing, _ := f.office.delivered(to)
		return missing <= f.of(onTheWay, 0)
	})
	if _, f.doubled = f.office.delivered(to); f.doubled > onTheWay {
		err = errors.Join(err, fmt.Errorf("%d mails came twice", f.doubled))
	}
	return err
}

// pagesAreWhole waits until every page, also one whose replica just died, is
// connected and has loaded its list.
func (f *fleet) pagesAreWhole(ctx context.Context) error {
	died := time.Now()
	time.Sleep(20 * time.Millisecond) // until then a page may not know that its replica is gone
	for _, w := range f.watchers {
		if _, err := within(ctx, f.limit(eventWithin)-time.Since(died), "a page has the full list again", func() bool { return !w.whole().IsZero() }); err != nil {
			return err
		}
	}
	f.slowest = max(f.slowest, time.Since(died))
	return nil
}

// oneScans: there is one leader, and each minute was scanned once.
func (f *fleet) oneScans(ctx context.Context) error {
	var leaders, scans, minutes int
	if _, err := within(ctx, patience, "a leader is elected", func() bool {
		err := f.QueryRowContext(ctx, "SELECT count(*) FROM river_leader WHERE expires_at > now()").Scan(&leaders)
		return err == nil && leaders > 0
	}); err != nil {
		return err
	}
	err := f.QueryRowContext(ctx, "SELECT count(*), count(DISTINCT date_trunc('minute', created_at)) FROM river_job WHERE kind = 'scan'").Scan(&scans, &minutes)
	if err == nil && (leaders != 1 || scans > minutes) {
		err = fmt.Errorf("%d leaders, %d scans in %d minutes", leaders, scans, minutes)
	}
	return err
}
