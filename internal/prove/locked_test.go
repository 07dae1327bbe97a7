package prove

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"btracker/internal/pgtest"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

// waitLimit is the longest that a request may wait for a database: its deadline, and
// some time for a busy machine.
const waitLimit = 20 * time.Second

// A database is locked by another process, or does not answer because the network
// carries nothing: a bounded wait, then 503 or 504 with Retry-After, never 500.
func TestLockedDatabase(t *testing.T) {
	begin(t)
	silent, silentURL := newLine(t, pgtest.NewDatabase(t))
	for _, c := range []struct {
		name   string
		target program.Target
		take   func(*testing.T, program.Target) (release func())
		ready  int
	}{
		{"SQLite locked", onSQLite(t), hold("BEGIN IMMEDIATE"), http.StatusOK},
		{"PostgreSQL locked", onPostgres(t, pgtest.NewDatabase(t)), hold("BEGIN; LOCK TABLE company IN SHARE MODE"), http.StatusOK},
		{"PostgreSQL silent", onPostgres(t, silentURL), func(*testing.T, program.Target) func() { silent.Lock(); return silent.Unlock }, http.StatusServiceUnavailable},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel() // it is mostly waiting
			s := serve(t, c.target)
			expectRefusals(t, s, c.ready, c.take(t, c.target))
		})
	}
}

// hold takes a lock on a connection of its own until release.
func hold(lock string) func(*testing.T, program.Target) (release func()) {
	return func(t *testing.T, target program.Target) func() {
		conn, err := open(t, target).Conn(t.Context())
		ok(t, err)
		_, err = conn.ExecContext(t.Context(), lock)
		ok(t, err)
		return func() {
			_, err := conn.ExecContext(t.Context(), "ROLLBACK")
			ok(t, err)
			ok(t, conn.Close())
		}
	}
}

// expectRefusals sends writes while the database is held: each is refused in time.
// /readyz answers meanwhile, and a write succeeds after the release.
func expectRefusals(t *testing.T, s *server, ready int, release func()) {
	free := sync.OnceFunc(release)
	defer free()
	began := time.Now()
	answers := make(chan error, writers)
	for range writers {
		go func() { _, err := newLedger().create(t.Context(), s.Client); answers <- err }()
	}
	time.Sleep(time.Second)
	readyBegan := time.Now()
	if status := program.StatusOf(s.Get(t.Context(), "/readyz", nil)); status != ready {
		t.Fatalf("/readyz answers %d", status)
	}
	atMost(t, "/readyz", time.Since(readyBegan), 5*time.Second)
	refused := map[int]int{}
	for range writers {
		err := <-answers
		refusal, ok := err.(*program.StatusError)
		if !ok || refusal.Status != http.StatusServiceUnavailable && refusal.Status != http.StatusGatewayTimeout || refusal.Header.Get("Retry-After") == "" {
			t.Fatalf("a write gets %v", err)
		}
		refused[refusal.Status]++
	}
	waited := time.Since(began)
	t.Logf("%d refused (%v) within %.1f s", writers, refused, waited.Seconds())
	atMost(t, "the refusals", waited, waitLimit)
	free()
	testkit.Within(t, limit(10*time.Second), "a write afterwards", func() bool { _, err := newLedger().create(t.Context(), s.Client); return err == nil })
}

// newLine makes a line between a server and its PostgreSQL, and returns the URL of the
// database through it. While the line is locked it carries nothing and reports no
// error, as a broken network does.
func newLine(t *testing.T, databaseURL string) (*sync.RWMutex, string) {
	const socketName = ".s.PGSQL.5432"
	u, err := url.Parse(databaseURL)
	ok(t, err)
	query, dir := u.Query(), t.TempDir()
	far := filepath.Join(query.Get("host"), socketName)
	listener, err := net.Listen("unix", filepath.Join(dir, socketName))
	ok(t, err)
	t.Cleanup(func() { listener.Close() })
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
