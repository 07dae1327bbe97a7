package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"btracker/internal/sqlite"
)

func newWriter(t *testing.T) *sqlite.Writer {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	w, err := sqlite.OpenWriter("file:"+path, "journal_mode(WAL)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(w.Close(), w.Close()); err != nil {
			t.Error(err)
		}
	})
	if _, err := w.DB().Exec("CREATE TABLE word (word TEXT PRIMARY KEY, at TIMESTAMP); CREATE INDEX word_at ON word (at)"); err != nil {
		t.Fatal(err)
	}
	return w
}

func words(t *testing.T, w *sqlite.Writer) string {
	t.Helper()
	var list sql.NullString
	if err := w.DB().QueryRow("SELECT group_concat(word, ' ') FROM (SELECT word FROM word ORDER BY word)").Scan(&list); err != nil {
		t.Fatal(err)
	}
	return list.String
}

var errRefused = errors.New("refused")

// What a transaction writes, directly and by database/sql, is committed together or not at all.
func TestTransactionIsWhole(t *testing.T) {
	w := newWriter(t)
	write := func(first, second string, end func() error) (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = errors.New("panic")
			}
		}()
		return w.Write(t.Context(), func(tx *sqlite.Tx) error {
			if n, err := tx.Exec("INSERT INTO word (word) VALUES ($1)", first); n != 1 || err != nil {
				return err
			}
			joined, err := tx.SQL()
			if err != nil {
				return err
			}
			var seen string
			if err := joined.QueryRow("SELECT word FROM word WHERE word = ?", first).Scan(&seen); err != nil {
				t.Errorf("%s is not seen by database/sql: %v", first, err)
			}
			if _, err := joined.Exec("INSERT INTO word (word) VALUES (?1)", second); err != nil {
				return err
			}
			return end()
		})
	}
	for _, test := range []struct {
		end  func() error
		fail bool
		want string
	}{
		{func() error { return nil }, false, "a b"},
		{func() error { return errRefused }, true, "a b"},
		{func() error { panic("a defect") }, true, "a b"},
	} {
		first, second := "a", "b"
		if test.fail {
			first, second = "c", "d"
		}
		if err := write(first, second, test.end); (err != nil) != test.fail {
			t.Errorf("%v", err)
		}
		if got := words(t, w); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
	if err := write("a", "e", func() error { return nil }); err == nil {
		t.Error("a word twice")
	}
}

// A transaction that is over can not be used: it would be in that of somebody else.
func TestTransactionThatIsOver(t *testing.T) {
	w := newWriter(t)
	var kept *sqlite.Tx
	var joined *sql.Tx
	err := w.Write(t.Context(), func(tx *sqlite.Tx) (err error) {
		kept = tx
		joined, err = tx.SQL()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := kept.Exec("DELETE FROM word"); !errors.Is(err, sql.ErrTxDone) {
		t.Error(err)
	}
	if _, err := kept.SQL(); !errors.Is(err, sql.ErrTxDone) {
		t.Error(err)
	}
	if _, err := joined.Exec("DELETE FROM word"); !errors.Is(err, sql.ErrTxDone) {
		t.Error(err)
	}
}

// Who comes by database/sql waits for the transaction of another, and is not inside of it.
func TestTurnsAreTakenInOrder(t *testing.T) {
	w := newWriter(t)
	begun, leave := make(chan struct{}), make(chan struct{})
	first := make(chan error, 1)
	go func() {
		first <- w.Write(context.Background(), func(tx *sqlite.Tx) error {
			close(begun)
			<-leave
			_, err := tx.Exec("INSERT INTO word (word) VALUES ('first')")
			return errors.Join(err, errRefused)
		})
	}()
	<-begun
	short, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := w.DB().ExecContext(short, "DELETE FROM word"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("inside of a transaction of another: %v", err)
	}
	second := make(chan error, 1)
	go func() {
		tx, err := w.DB().Begin()
		if err == nil {
			_, err = tx.Exec("INSERT INTO word (word) VALUES ('second')")
			err = errors.Join(err, tx.Commit())
		}
		second <- err
	}()
	for w.Stats().Waits < 2 {
		time.Sleep(time.Millisecond)
	}
	close(leave)
	if err := <-first; !errors.Is(err, errRefused) {
		t.Error(err)
	}
	if err := <-second; err != nil {
		t.Error(err)
	}
	if got := words(t, w); got != "second" {
		t.Error(got)
	}
}

// A transaction of database/sql whose context ends leaves the connection to the next.
func TestContextOfATransactionEnds(t *testing.T) {
	w := newWriter(t)
	ctx, cancel := context.WithCancel(t.Context())
	tx, err := w.DB().BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO word (word) VALUES ('half')"); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := w.Write(t.Context(), func(tx *sqlite.Tx) error {
		_, err := tx.Exec("INSERT INTO word (word) VALUES ('whole')")
		return err
	}); err != nil {
		t.Error(err)
	}
	if got := words(t, w); got != "whole" {
		t.Error(got)
	}
}

// Statements of the same text may run within each other, and the arguments of each stay its own.
func TestStatementsWithinEachOther(t *testing.T) {
	w := newWriter(t)
	err := w.Write(t.Context(), func(tx *sqlite.Tx) error {
		for _, word := range []string{"a", "b", "c"} {
			if _, err := tx.Exec("INSERT INTO word (word) VALUES ($1)", word); err != nil {
				return err
			}
		}
		const after = "SELECT word FROM word WHERE word > $1 ORDER BY word"
		var pairs []string
		outer, err := tx.Query(after, strings.Repeat("0", 1000))
		if err != nil {
			return err
		}
		defer outer.Close()
		for outer.Next() {
			var one string
			if err := outer.Scan(&one); err != nil {
				return err
			}
			inner, err := tx.Query(after, one)
			if err != nil {
				return err
			}
			for inner.Next() {
				var other string
				if err := inner.Scan(&other); err != nil {
					return err
				}
				pairs = append(pairs, one+other)
			}
			inner.Close()
		}
		if got := strings.Join(pairs, " "); got != "ab ac bc" {
			t.Error(got)
		}
		return outer.Err()
	})
	if err != nil {
		t.Error(err)
	}
}

// Those who come by database/sql get times where a column is declared so, and may send several statements at once.
func TestValuesByDatabaseSQL(t *testing.T) {
	w := newWriter(t)
	at := time.Date(2026, 11, 15, 12, 30, 0, 250_000_000, time.UTC)
	if _, err := w.DB().Exec("INSERT INTO word (word, at) VALUES (?, ?)", "a", at); err != nil {
		t.Fatal(err)
	}
	result, err := w.DB().Exec("UPDATE word SET word = 'x'; -- nothing\nUPDATE word SET word = 'b';")
	if err != nil {
		t.Fatal(err)
	}
	if n, _ := result.RowsAffected(); n != 1 {
		t.Error(n)
	}
	var word string
	var read time.Time
	if err := w.DB().QueryRow("SELECT word, at FROM word").Scan(&word, &read); err != nil || word != "b" || !read.Equal(at) {
		t.Error(word, read, err)
	}
	var kinds string
	if err := w.DB().QueryRow("SELECT typeof(?) || ' ' || typeof(?) || ' ' || typeof(?)", []byte(nil), []byte{}, 1.5).Scan(&kinds); err != nil || kinds != "null blob real" {
		t.Error(kinds, err)
	}
	if _, err := w.DB().Exec("SELECT :a", sql.Named("a", 1)); err == nil {
		t.Error("an argument by name")
	}
}

// Rows that are asked for by database/sql are read one by one, and nobody else has the connection until they are closed.
func TestRowsHoldTheTurn(t *testing.T) {
	w := newWriter(t)
	rows, err := w.DB().Query("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000) SELECT i FROM n; ")
	if err != nil {
		t.Fatal(err)
	}
	for want := 1; want <= 3; want++ {
		var got int
		if !rows.Next() || rows.Scan(&got) != nil || got != want {
			t.Fatalf("%d, want %d: %v", got, want, rows.Err())
		}
	}
	short, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := w.Write(short, func(*sqlite.Tx) error { return nil }); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a write while rows are read: %v", err)
	}
	if err := rows.Close(); err != nil {
		t.Error(err)
	}
	if err := w.Write(t.Context(), func(*sqlite.Tx) error { return nil }); err != nil {
		t.Error(err)
	}
}

// A statement by database/sql ends with its context.
func TestContextOfAStatementEnds(t *testing.T) {
	w := newWriter(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := w.DB().ExecContext(ctx, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if got := words(t, w); got != "" {
		t.Error(got)
	}
}

// The log is emptied, unless a reader needs it.
func TestTruncateLog(t *testing.T) {
	w := newWriter(t)
	if isBusy, err := w.TruncateLog(t.Context(), time.Millisecond); isBusy || err != nil {
		t.Error(isBusy, err)
	}
	var path string
	if err := w.DB().QueryRow("SELECT file FROM pragma_database_list").Scan(&path); err != nil {
		t.Fatal(err)
	}
	if log, err := os.Stat(path + "-wal"); err != nil || log.Size() != 0 {
		t.Error(log, err)
	}
	pool, err := sqlite.Open("file:"+path, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	reading, err := pool.Query(t.Context(), "SELECT name FROM sqlite_schema")
	if err != nil || !reading.Next() {
		t.Fatal(err)
	}
	if _, err := w.DB().Exec("INSERT INTO word (word) VALUES ('a')"); err != nil {
		t.Fatal(err)
	}
	if isBusy, err := w.TruncateLog(t.Context(), time.Millisecond); !isBusy || err != nil {
		t.Error(isBusy, err)
	}
	reading.Close()
	if isBusy, err := w.TruncateLog(t.Context(), time.Millisecond); isBusy || err != nil {
		t.Error(isBusy, err)
	}
}

func TestWriterThatIsClosed(t *testing.T) {
	w := newWriter(t)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := w.Write(t.Context(), func(*sqlite.Tx) error { return nil }); err == nil {
		t.Error("a closed writer wrote")
	}
	if _, err := w.DB().Exec("DELETE FROM word"); err == nil {
		t.Error("a closed writer ran a statement")
	}
}
