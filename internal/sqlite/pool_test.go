package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	_ "modernc.org/sqlite"
)

type role int

// open makes a database of one table and reads it over so many connections.
func open(t *testing.T, connections int) *Pool {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`CREATE TABLE item (name TEXT, n INTEGER, flag BOOLEAN, bytes BLOB);
		INSERT INTO item VALUES ('bär', 7, TRUE, x'00ff'), (NULL, NULL, NULL, NULL), ('', -1, FALSE, x'')`); err != nil {
		t.Fatal(err)
	}
	p, err := Open("file:"+path, connections, "busy_timeout(100)")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// read returns the first row of a query.
func read(t *testing.T, p *Pool, query string, args []any, dest ...any) error {
	t.Helper()
	r, err := p.Query(t.Context(), query, args...)
	if err != nil {
		return err
	}
	defer r.Close()
	if !r.Next() {
		return errors.Join(errors.New("no row"), r.Err())
	}
	return r.Scan(dest...)
}

func TestValues(t *testing.T) {
	p := open(t, 1)
	defer p.Close()
	var (
		name      string
		n         int64
		flag      bool
		bytes     []byte
		asRole    role
		roleOrNil *role
		textOrNil *string
		anything  any
	)
	query := "SELECT name, n, flag, bytes, n, n, name, name FROM item WHERE n = $1"
	if err := read(t, p, query, []any{role(7)}, &name, &n, &flag, &bytes, &asRole, &roleOrNil, &textOrNil, &anything); err != nil {
		t.Fatal(err)
	}
	if name != "bär" || n != 7 || !flag || string(bytes) != "\x00\xff" || asRole != 7 || *roleOrNil != 7 || *textOrNil != "bär" || anything != "bär" {
		t.Error(name, n, flag, bytes, asRole, *roleOrNil, *textOrNil, anything)
	}
	if err := read(t, p, "SELECT n, name, n, bytes FROM item WHERE name IS NULL", nil, &roleOrNil, &textOrNil, &anything, &bytes); err != nil {
		t.Fatal(err)
	}
	if roleOrNil != nil || textOrNil != nil || anything != nil || bytes != nil {
		t.Error("NULL was read as", roleOrNil, textOrNil, anything, bytes)
	}
	if err := read(t, p, "SELECT name, bytes, n FROM item WHERE n = $1", []any{-1}, &name, &bytes, &anything); err != nil || name != "" || len(bytes) != 0 || anything != int64(-1) {
		t.Error("what is empty:", name, bytes, anything, err)
	}
	for what, query := range map[string]string{"NULL into a string": "SELECT NULL", "too many columns": "SELECT 1, 2"} {
		if err := read(t, p, query, nil, &name); err == nil {
			t.Error(what, "was accepted")
		}
	}
}

func TestParameters(t *testing.T) {
	p := open(t, 1)
	defer p.Close()
	text := "x\x00y"
	for _, c := range []struct {
		query string
		args  []any
		want  string
	}{
		{"SELECT $2 || $1 || $2", []any{"a", "b"}, "bab"},
		{"SELECT $1", []any{&text}, text},
		{"SELECT CAST($1 + $2 AS TEXT)", []any{true, int64(41)}, "42"},
		{"SELECT COALESCE($1, 'nothing')", []any{(*string)(nil)}, "nothing"},
		{"SELECT COALESCE($1, 'nothing')", []any{nil}, "nothing"},
	} {
		var got string
		if err := read(t, p, c.query, c.args, &got); err != nil || got != c.want {
			t.Errorf("%s of %v: %q, %v", c.query, c.args, got, err)
		}
	}
	for query, args := range map[string][]any{"SELECT $2": {"one"}, "SELECT ?": {"one"}, "SELECT $1": {time.Now()}, "SELECT": nil} {
		if err := read(t, p, query, args); err == nil {
			t.Error(query, "was accepted")
		}
	}
}

func TestNothingIsWritten(t *testing.T) {
	p := open(t, 1)
	defer p.Close()
	var failure *Error
	if err := read(t, p, "DELETE FROM item RETURNING n", nil); !errors.As(err, &failure) || failure.Code()&0xff != 8 {
		t.Errorf("a write: %v", err)
	}
	if _, err := Open("file:"+filepath.Join(t.TempDir(), "none.db"), 1); err == nil {
		t.Error("a file that is not there was opened")
	}
}

// A deadline ends a statement in the middle of its work, and the connection
// serves others after that.
func TestDeadline(t *testing.T) {
	p := open(t, 1)
	defer p.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	r, err := p.Query(ctx, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
	if err != nil {
		t.Fatal(err)
	}
	if r.Next() || !errors.Is(r.Err(), context.DeadlineExceeded) {
		t.Errorf("counting for ever: %v", r.Err())
	}
	if _, err := p.Query(ctx, "SELECT 1"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("too late: %v", err)
	}
	waiting, stop := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer stop()
	if _, err := p.Query(waiting, "SELECT 1"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the only connection is taken: %v", err)
	}
	r.Close()
	r.Close()
	var n int
	if err := read(t, p, "SELECT count(*) FROM item", nil, &n); err != nil || n != 3 {
		t.Errorf("afterwards: %d, %v", n, err)
	}
}

func TestClose(t *testing.T) {
	p := open(t, 2)
	r, err := p.Query(t.Context(), "SELECT n FROM item")
	if err != nil || !r.Next() {
		t.Fatal(err)
	}
	closed := make(chan error)
	go func() { closed <- p.Close() }()
	for err == nil { // the other connection may still be had
		var other *Rows
		if other, err = p.Query(t.Context(), "SELECT 1"); err == nil {
			other.Close()
		}
	}
	if !errors.Is(err, errClosed) {
		t.Error(err)
	}
	if !r.Next() {
		t.Errorf("rows that were open: %v", r.Err())
	}
	r.Close()
	if err := errors.Join(<-closed, p.Close()); err != nil {
		t.Error(err)
	}
}

func TestManyAtOnce(t *testing.T) {
	p := open(t, 3)
	defer p.Close()
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			for range 50 {
				want := strings.Repeat("x", i)
				var got string
				if err := read(t, p, "SELECT $1 FROM item LIMIT 1", []any{want}, &got); err != nil || got != want {
					t.Errorf("%q: %q, %v", want, got, err)
				}
			}
		})
	}
	wg.Wait()
}

// endsWhileWaiting is a context that ends once it has been looked at.
type endsWhileWaiting struct {
	context.Context
	looks int
}

func (c *endsWhileWaiting) Err() error {
	if c.looks++; c.looks == 1 {
		return nil
	}
	return context.Canceled
}

func (c *endsWhileWaiting) Done() <-chan struct{} {
	done := make(chan struct{})
	close(done)
	return done
}

func TestStats(t *testing.T) {
	p := open(t, 2)
	defer p.Close()
	check := func(want Stats) {
		t.Helper()
		got := p.Stats()
		if (got.WaitTime > 0) != (want.Waits > 0) {
			t.Errorf("%d waits took %s", got.Waits, got.WaitTime)
		}
		if got.WaitTime = 0; got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	query := func() *Rows {
		t.Helper()
		r, err := p.Query(t.Context(), "SELECT 1")
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	check(Stats{Max: 2, Idle: 1})
	first := query()
	check(Stats{Max: 2, InUse: 1})
	second := query()
	check(Stats{Max: 2, InUse: 2})
	if _, err := p.Query(&endsWhileWaiting{Context: t.Context()}, "SELECT 1"); !errors.Is(err, context.Canceled) {
		t.Errorf("a third: %v", err)
	}
	check(Stats{Max: 2, InUse: 2, Waits: 1})
	first.Close()
	second.Close()
	check(Stats{Max: 2, Idle: 2, Waits: 1})
	query().Close()
	check(Stats{Max: 2, Idle: 2, Waits: 1})
}
