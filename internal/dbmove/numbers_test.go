package dbmove_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"btracker/internal/audit"
	"btracker/internal/backup"
	"btracker/internal/dbmove"
	"btracker/internal/pgtest"
	"btracker/internal/store"
	"btracker/internal/storetest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// logged adds a change and returns its number.
func logged(t *testing.T, s *store.Store) (seq int64) {
	t.Helper()
	if err := s.Write(t.Context(), func(tx *store.Tx) (err error) {
		seq, err = tx.InsertChange(t.Context(), store.Change{At: time.Now(), Action: "edit", Entity: "company", EntityID: "c"})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return seq
}

// A copy goes on where its original was, with an empty log too.
func TestCopiesGoOnWithTheNumbersOfChanges(t *testing.T) {
	dir, target, file := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "copy.db")
	s := storetest.SQLiteIn(t, dir)
	logged(t, s)
	last := logged(t, s)
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	_, err := audit.Seal(t.Context(), s, time.Now)
	ok(err)
	deleted, err := s.Cleanup(t.Context(), store.Retention{Changes: time.Hour}, time.Now().Add(2*time.Hour))
	if ok(err); deleted != 2 {
		t.Fatalf("retention deleted %d rows", deleted)
	}
	ok(backup.Take(t.Context(), dir, file))
	ok(backup.Restore(t.Context(), file, target))
	restored, err := store.OpenSQLite(target)
	ok(err)
	defer restored.Close()
	if seq := logged(t, restored); seq <= last {
		t.Errorf("a restored backup gives number %d behind %d", seq, last)
	}
	imported := storetest.Postgres(t)
	_, err = dbmove.ToPostgres(t.Context(), imported, file, dbmove.Options{})
	ok(err)
	if seq := logged(t, imported); seq <= last {
		t.Errorf("an imported backup gives number %d behind %d", seq, last)
	}
}

func TestImportFillsPostgresAlone(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "copy.db")
	s := storetest.SQLiteIn(t, dir)
	if err := backup.Take(t.Context(), dir, file); err != nil {
		t.Fatal(err)
	}
	if _, err := dbmove.ToPostgres(t.Context(), s, file, dbmove.Options{}); err == nil {
		t.Error("a backup was imported into SQLite")
	}
	if left, err := os.ReadDir(filepath.Dir(file)); err != nil || len(left) != 1 {
		t.Errorf("beside the backup: %v, %v", left, err)
	}
}
