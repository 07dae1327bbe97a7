package storetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"btracker/internal/pgtest"
	"btracker/internal/store"
)

// Openers are the ways to a new store, by the name of its database.
var Openers = map[string]func(testing.TB) *store.Store{"sqlite": SQLite, "postgres": Postgres}

// SQLite is a store in a directory of the test's own.
func SQLite(t testing.TB) *store.Store { return SQLiteIn(t, t.TempDir()) }

// SQLiteIn is SQLite in a directory that the test names.
func SQLiteIn(t testing.TB, dir string) *store.Store {
	t.Helper()
	content, err := migratedFile()
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, store.SQLiteFile), content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.OpenSQLite(dir)
	if err == nil {
		// Losing this database costs nothing, and waiting for the disk is most of a test's time. internal/prove tries
		// what a power cut leaves on the built program.
		_, err = s.WriterDB().ExecContext(t.Context(), "PRAGMA synchronous = OFF")
	}
	return closedAfter(t, s, err)
}

// migratedFile is made once: a copy is much cheaper than running the migrations again.
var migratedFile = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "storetest-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	s, err := store.OpenSQLite(dir)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(s.Migrate(context.Background()), s.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, store.SQLiteFile)) // #nosec G304 -- our own
})

// Postgres is a store in a database of the test's own; its package needs pgtest.Main.
func Postgres(t testing.TB) *store.Store {
	t.Helper()
	url := pgtest.NewFromTemplate(t, "migrated", func(url string) error {
		s, err := store.OpenPostgres(context.Background(), url)
		if err != nil {
			return err
		}
		defer s.Close()
		return s.Migrate(context.Background())
	})
	s, err := store.OpenPostgres(t.Context(), url)
	return closedAfter(t, s, err)
}

func closedAfter(t testing.TB, s *store.Store, err error) *store.Store {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
