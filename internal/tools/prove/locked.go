package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"btracker/internal/pgtest"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

// waitLimit is the longest a request may wait for a database: its deadline, and
// some for a busy machine.
const waitLimit = 20 * time.Second

// locked takes the database away without closing a connection: by another
// process that holds a lock, and by a network that carries nothing.
func locked(l *lab) {
	silent, silentURL := l.newLine(pgtest.NewDatabase(l))
	cases := []struct {
		name   string
		target program.Target
		take   func(program.Target) (release func())
		ready  int
	}{
		{"SQLite locked", l.sqlite(), l.hold("BEGIN IMMEDIATE"), http.StatusOK},
		{"PostgreSQL locked", l.postgres(pgtest.NewDatabase(l)), l.hold("BEGIN; LOCK TABLE company IN SHARE MODE"), http.StatusOK},
		{"PostgreSQL silent", l.postgres(silentURL), func(program.Target) func() { silent.Lock(); return silent.Unlock }, http.StatusServiceUnavailable},
	}
	seen := make([]string, len(cases))
	l.figures = func() string { return strings.Join(seen, "; ") }
	var all sync.WaitGroup
	for i, c := range cases { // all at once: it is mostly waiting
		s := l.serve(c.target)
		all.Go(func() {
			refused, waited := l.ask(c.name, s, c.ready, c.take(c.target))
			seen[i] = fmt.Sprintf("%s: %d refused (%v) within %.1f s", c.name, writers, refused, waited.Seconds())
		})
	}
	all.Wait()
}

// hold takes a lock on a connection of its own until release.
func (l *lab) hold(lock string) func(program.Target) (release func()) {
	return func(t program.Target) func() {
		conn, err := l.open(t).Conn(l.Context())
		l.ok(err)
		_, err = conn.ExecContext(l.Context(), lock)
		l.ok(err)
		return func() {
			_, err := conn.ExecContext(l.Context(), "ROLLBACK")
			l.ok(err)
			l.ok(conn.Close())
		}
	}
}

// ask writes from several sides while the database is held: each gets its
// refusal in time. /readyz answers meanwhile, and all is well after the release.
func (l *lab) ask(what string, s *server, ready int, release func()) (refused map[int]int, waited time.Duration) {
	free := sync.OnceFunc(release)
	defer free()
	began := time.Now()
	answers := make(chan error, writers)
	for range writers {
		go func() { _, err := newLedger().create(l.Context(), s.Client); answers <- err }()
	}
	time.Sleep(time.Second)
	readyBegan := time.Now()
	if status := program.StatusOf(s.Get(l.Context(), "/readyz", nil)); status != ready {
		l.Fatalf("%s: /readyz answers %d", what, status)
	}
	l.atMost(what+": /readyz", time.Since(readyBegan), 5*time.Second)
	refused = map[int]int{}
	for range writers {
		err := <-answers
		refusal, ok := err.(*program.StatusError)
		if !ok || refusal.Status != http.StatusServiceUnavailable && refusal.Status != http.StatusGatewayTimeout || refusal.Header.Get("Retry-After") == "" {
			l.Fatalf("%s: a write gets %v", what, err)
		}
		refused[refusal.Status]++
	}
	waited = time.Since(began)
	l.atMost(what, waited, waitLimit)
	free()
	testkit.Within(l, l.limit(10*time.Second), what+": a write afterwards", func() bool { _, err := newLedger().create(l.Context(), s.Client); return err == nil })
	return refused, waited
}

// newLine is a line between a server and its PostgreSQL, with the URL of the
// database at its near end. While it is locked it carries nothing, and says nothing
// of that, as a network does.
func (l *lab) newLine(databaseURL string) (*sync.RWMutex, string) {
	const socketName = ".s.PGSQL.5432"
	u, err := url.Parse(databaseURL)
	l.ok(err)
	query, dir := u.Query(), l.TempDir()
	far := filepath.Join(query.Get("host"), socketName)
	listener, err := net.Listen("unix", filepath.Join(dir, socketName))
	l.ok(err)
	l.Cleanup(func() { listener.Close() })
	line := &sync.RWMutex{}
	carry := func(to, from net.Conn) {
		defer to.Close() // the other direction ends too
		_, _ = io.Copy(blocked{to, line}, from)
	}
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("unix", far)
			if err != nil {
				near.Close()
				continue
			}
			go carry(server, near)
			go carry(near, server)
		}
	}()
	query.Set("host", dir)
	u.RawQuery = query.Encode()
	return line, u.String()
}

// blocked writes only while nobody has locked the line.
type blocked struct {
	io.Writer
	line *sync.RWMutex
}

func (b blocked) Write(p []byte) (int, error) {
	b.line.RLock()
	defer b.line.RUnlock()
	return b.Writer.Write(p)
}
