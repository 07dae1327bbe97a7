package bus

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"btracker/internal/pgtest"
	"btracker/internal/testkit"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func newPostgres(t *testing.T, url string) *Postgres {
	t.Helper()
	return closedAfter(t)(NewPostgres(url, slog.New(slog.DiscardHandler)))
}

func closedAfter(t *testing.T) func(*Postgres, error) *Postgres {
	return func(b *Postgres, err error) *Postgres {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		return b
	}
}

// inbox is a subscription that a test can wait for.
type inbox struct {
	*testing.T
	notices chan Notice
}

func subscribe(t *testing.T, b Bus) inbox {
	in := inbox{t, make(chan Notice, 1000)}
	t.Cleanup(b.Subscribe(func(n Notice) { in.notices <- n }))
	return in
}

func (in inbox) expect(want Notice) {
	in.Helper()
	patience := time.After(time.Minute)
	for {
		select {
		case got := <-in.notices:
			if got.Missed && !want.Missed {
				continue // always allowed, it costs a look at the log
			}
			if got != want {
				in.Fatalf("got %+v, want %+v", got, want)
			}
			return
		case <-patience:
			in.Fatalf("%+v did not arrive", want)
		}
	}
}

func TestBothKinds(t *testing.T) {
	for name, make := range map[string]func(t *testing.T) Bus{
		"local": func(*testing.T) Bus { return NewLocal() },
		"postgres": func(t *testing.T) Bus {
			b := newPostgres(t, pgtest.NewDatabase(t))
			in := subscribe(t, b)
			in.expect(Notice{Missed: true}) // it listens
			return b
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := make(t)
			one, two := subscribe(t, b), subscribe(t, b)
			gone := false
			b.Subscribe(func(Notice) { gone = true })()
			for i := range 50 {
				if err := b.Publish(t.Context(), fmt.Sprint(i)); err != nil {
					t.Fatal(err)
				}
			}
			for i := range 50 {
				one.expect(Notice{Payload: fmt.Sprint(i)})
				two.expect(Notice{Payload: fmt.Sprint(i)})
			}
			if gone {
				t.Error("one who unsubscribed was called")
			}
		})
	}
}

func TestBetweenReplicas(t *testing.T) {
	// What a URL says of the pool is nothing that a server knows.
	url := pgtest.NewDatabase(t)
	if strings.Contains(url, "?") {
		url += "&pool_max_conns=4"
	} else {
		url += "?pool_max_conns=4"
	}
	a, b := newPostgres(t, url), newPostgres(t, url)
	atA, atB := subscribe(t, a), subscribe(t, b)
	atA.expect(Notice{Missed: true})
	atB.expect(Notice{Missed: true})
	if err := a.Publish(t.Context(), "from a"); err != nil {
		t.Fatal(err)
	}
	atA.expect(Notice{Payload: "from a"})
	atB.expect(Notice{Payload: "from a"})
}

// Whoever lost the connection is told that notices may be missing, and hears the next ones.
func TestLostConnection(t *testing.T) {
	url := pgtest.NewDatabase(t)
	b := newPostgres(t, url)
	in := subscribe(t, b)
	in.expect(Notice{Missed: true})
	for i := range 3 {
		terminateOthers(t, url)
		in.expect(Notice{Missed: true})
		// Its own connection died too.
		testkit.Until(t, "published", func() bool { return b.Publish(t.Context(), fmt.Sprint(i)) == nil })
		in.expect(Notice{Payload: fmt.Sprint(i)})
	}
}

// A connection that dies without a word is found out; one that is only quiet is kept.
func TestConnectionThatFallsSilent(t *testing.T) {
	url := pgtest.NewDatabase(t)
	var log testkit.Buffer
	probe := keepAlive{every: 50 * time.Millisecond, timeout: 5 * time.Second}
	b := closedAfter(t)(startPostgres(url, slog.New(slog.NewTextHandler(&log, nil)), probe))
	in := subscribe(t, b)
	in.expect(Notice{Missed: true})
	time.Sleep(10 * probe.every)
	if err := b.Publish(t.Context(), "after a while"); err != nil {
		t.Fatal(err)
	}
	in.expect(Notice{Payload: "after a while"})
	if log.String() != "" {
		t.Errorf("a quiet connection was given up: %s", log.String())
	}
	freezeListener(t, url)
	in.expect(Notice{Missed: true})
	if err := b.Publish(t.Context(), "anew"); err != nil {
		t.Fatal(err)
	}
	in.expect(Notice{Payload: "anew"})
}

// freezeListener has the server's side of the connection that listens stand still.
func freezeListener(t *testing.T, url string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	var pid int
	// Its last query is the probe, or LISTEN before that; publishing calls pg_notify.
	if err := conn.QueryRow(t.Context(), `SELECT pid FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid() AND query NOT LIKE '%pg_notify%'`).Scan(&pid); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Kill(pid, syscall.SIGCONT) })
}

func TestTooLong(t *testing.T) {
	b := newPostgres(t, pgtest.NewDatabase(t))
	if err := b.Publish(t.Context(), strings.Repeat("x", maxPayload+1)); err == nil {
		t.Error("was taken")
	}
	if err := b.Publish(t.Context(), strings.Repeat("x", maxPayload)); err != nil {
		t.Error(err)
	}
}

func TestBadAddress(t *testing.T) {
	if _, err := NewPostgres("postgres://host:port", slog.New(slog.DiscardHandler)); err == nil {
		t.Error("was taken")
	}
}

func terminateOthers(t *testing.T, url string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	if _, err := conn.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid()`); err != nil {
		t.Fatal(err)
	}
}
