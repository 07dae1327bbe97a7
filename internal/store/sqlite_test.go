package store

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"btracker/internal/tracker"
)

func newSQLiteFixture(t *testing.T) (*fixture, *sqliteDialect) {
	t.Parallel()
	f := &fixture{T: t, Store: newSQLite(t), now: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)}
	return f, f.dialect.(*sqliteDialect)
}

func TestSQLiteConnectionsAreSafe(t *testing.T) {
	_, d := newSQLiteFixture(t)
	want := map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000", "trusted_schema": "0"}
	for _, pool := range []struct {
		db          *sql.DB
		connections int
		queryOnly   string
	}{{d.writer, 1, "0"}, {d.reader, sqliteReaders, "1"}} {
		want["query_only"] = pool.queryOnly
		for range pool.connections { // all at once, so that each is another
			conn, err := pool.db.Conn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			for pragma, value := range want {
				var got string
				if err := conn.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil {
					t.Fatal(err)
				}
				is(t, pragma, got, value)
			}
		}
		is(t, "connections at most", pool.db.Stats().MaxOpenConnections, pool.connections)
	}
}

func TestSQLiteReadersCanNotWrite(t *testing.T) {
	f, d := newSQLiteFixture(t)
	if _, err := d.reader.ExecContext(t.Context(), "DELETE FROM users"); err == nil {
		t.Error("a reader wrote")
	}
	if _, err := f.run(t.Context(), "DELETE FROM users"); err == nil || !strings.Contains(err.Error(), "outside of a transaction") {
		t.Errorf("a write outside of a transaction: %v", err)
	}
}

// An INSERT … RETURNING outside of a transaction would never trigger the
// checkpoint, and the log would grow without end.
func TestSQLiteLogStaysSmall(t *testing.T) {
	f, d := newSQLiteFixture(t)
	const inserts = 1500
	for i := range inserts {
		f.write(func(tx *Tx) error {
			c := tracker.Company{ID: newID(), Name: fmt.Sprint("Company ", i), Details: ptr(strings.Repeat("x", 250)), CreatedAt: f.now}
			if err := tx.InsertCompany(t.Context(), c, "x"); err != nil {
				return err
			}
			_, err := tx.InsertChange(t.Context(), Change{At: f.now, Action: "create", Entity: "company", EntityID: c.ID, After: c.Details, RequestID: "r"})
			return err
		})
	}
	log, err := os.Stat(d.path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	// Each insert logs ten pages and more: without checkpoints over 60 MiB.
	if size := log.Size(); size > 8<<20 {
		t.Errorf("the log has %d KiB after %d inserts", size>>10, inserts)
	}
	if err := checkIntegrity(t.Context(), d.writer); err != nil {
		t.Error(err)
	}
}

func TestSQLiteLockedByAnotherProcessIsUnavailable(t *testing.T) {
	f, d := newSQLiteFixture(t)
	f.addCompany("A")
	if _, err := d.writer.ExecContext(t.Context(), "PRAGMA busy_timeout = 200"); err != nil {
		t.Fatal(err)
	}
	other := helper(t, "lock", filepath.Dir(d.path))
	start := time.Now()
	err := f.Write(t.Context(), func(tx *Tx) error { t.Error("it got in"); return nil })
	if !tracker.IsKind(err, tracker.KindUnavailable) {
		t.Errorf("locked: %v", err)
	}
	if took := time.Since(start); took < 150*time.Millisecond || took > 3*time.Second {
		t.Errorf("it gave up after %s", took)
	}
	if names, _ := f.companyNames(everything, tracker.ListQuery{}); len(names) != 1 {
		t.Errorf("readers see %v", names)
	}
	_ = other.Process.Kill()
	_ = other.Wait()
	f.addCompany("after the other has gone")
}

// fillUp writes companies until the store refuses, and returns why and how many
// were acknowledged.
func (f *fixture) fillUp() (stored int, err error) {
	for range 5000 {
		c := tracker.Company{ID: newID(), Name: "x", Details: ptr(strings.Repeat("x", 1000)), CreatedAt: f.now}
		if err := f.Write(f.Context(), func(tx *Tx) error { return tx.InsertCompany(f.Context(), c, "x") }); err != nil {
			return stored, err
		}
		stored++
	}
	return stored, nil
}

func TestSQLiteWithoutRoomIsDiskFullAndRecovers(t *testing.T) {
	f, d := newSQLiteFixture(t)
	var pages int
	if err := d.writer.QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	limit := func(n int) {
		if _, err := d.writer.Exec(fmt.Sprint("PRAGMA max_page_count = ", n)); err != nil {
			t.Fatal(err)
		}
	}
	limit(pages + 20) // what SQLite answers is the same as on a full disk
	stored, err := f.fillUp()
	if !tracker.IsKind(err, tracker.KindDiskFull) || stored == 0 {
		t.Errorf("after %d companies: %v", stored, err)
	}
	is(t, "companies", f.count("company"), stored)
	limit(1 << 30)
	f.addCompany("there is room again")
	if err := checkIntegrity(t.Context(), d.writer); err != nil {
		t.Error(err)
	}
}
