package store

import (
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

func (f *fixture) checkIntegrity() {
	f.Helper()
	for _, problem := range []string{"pragma_integrity_check WHERE integrity_check <> 'ok'", "pragma_foreign_key_check"} {
		is(f.T, problem, f.count(problem), 0)
	}
}

func TestSQLiteConnectionsAreSafe(t *testing.T) {
	t.Parallel()
	s, err := OpenSQLite(t.TempDir()) // as the program does, while the tests' own do not wait for the disk
	d := closing(t, s, err).dialect.(*sqliteDialect)
	want := map[string]string{"journal_mode": "wal", "wal_autocheckpoint": "4000", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000", "trusted_schema": "0"}
	for pragma, value := range want {
		var got string
		if err := d.writer.DB().QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil {
			t.Fatal(err)
		}
		is(t, "writer's "+pragma, got, value)
	}
	is(t, "connections at most", d.writer.Stats().Max, 1)
	want["query_only"] = "1"
	for pragma, value := range want {
		var open []func()
		for range sqliteReaders { // all at once, so that each is another
			r, err := d.reader.Query(t.Context(), "PRAGMA "+pragma)
			if err != nil {
				t.Fatal(err)
			}
			open = append(open, r.Close)
			var got any
			if !r.Next() || r.Scan(&got) != nil {
				t.Fatalf("no %s: %v", pragma, r.Err())
			}
			is(t, "reader's "+pragma, fmt.Sprint(got), value)
		}
		for _, done := range open {
			done()
		}
	}
}

func TestSQLiteReadersCanNotWrite(t *testing.T) {
	f, _ := newSQLiteFixture(t)
	if _, err := f.run(t.Context(), "DELETE FROM users"); err == nil || !strings.Contains(err.Error(), "outside of a transaction") {
		t.Errorf("a write outside of a transaction: %v", err)
	}
}

// An INSERT … RETURNING outside of a transaction would never trigger the
// checkpoint, and the log would grow without end.
func TestSQLiteLogStaysSmall(t *testing.T) {
	f, d := newSQLiteFixture(t)
	const inserts = 1000
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
	// Each insert logs ten pages and more: without checkpoints over 50 MiB.
	if size := log.Size(); size > 18<<20 {
		t.Errorf("the log has %d KiB after %d inserts", size>>10, inserts)
	}
	f.checkIntegrity()
}

func TestSQLiteLockedByAnotherProcessIsUnavailable(t *testing.T) {
	f, d := newSQLiteFixture(t)
	f.addCompany("A")
	if _, err := d.writer.DB().ExecContext(t.Context(), "PRAGMA busy_timeout = 200"); err != nil {
		t.Fatal(err)
	}
	other := helper(t, "lock", filepath.Dir(d.path))
	err := f.Write(t.Context(), func(tx *Tx) error { t.Error("it got in"); return nil })
	if !tracker.IsKind(err, tracker.KindUnavailable) {
		t.Errorf("locked: %v", err)
	}
	if names, _ := f.companyNames(everything, tracker.ListQuery{}); len(names) != 1 {
		t.Errorf("readers see %v", names)
	}
	_ = other.Process.Kill()
	_ = other.Wait()
	f.addCompany("after the other has gone")
}

func TestSQLiteOnAFullDiskRefusesAndRecovers(t *testing.T) {
	f, d := newSQLiteFixture(t)
	// SQLite limits itself here and answers as it does for a full disk, which `make prove` shows (TestDiskFull).
	limit := func(pages int) {
		_, err := d.writer.DB().ExecContext(t.Context(), fmt.Sprint("PRAGMA max_page_count = ", pages))
		f.ok(err)
	}
	limit(200)
	stored := 0
	var err error
	for err == nil && stored < 5000 {
		c := tracker.Company{ID: newID(), Name: "x", Details: ptr(strings.Repeat("x", 1000)), CreatedAt: f.now}
		if err = f.Write(t.Context(), func(tx *Tx) error { return tx.InsertCompany(t.Context(), c, "x") }); err == nil {
			stored++
		}
	}
	if !tracker.IsKind(err, tracker.KindDiskFull) || stored == 0 {
		t.Errorf("after %d companies: %v", stored, err)
	}
	is(t, "what was acknowledged can be read", f.count("company"), stored)
	limit(1 << 20)
	f.addCompany("there is room again")
	f.checkIntegrity()
}
