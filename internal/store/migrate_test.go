package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/pgtest"
	"btracker/internal/tracker"
)

// allMigrations lists the files that there are, each as its number and name; a file for one database alone has that behind its name.
var allMigrations = func() (names []string) {
	files, err := os.ReadDir("migrations")
	if err != nil {
		panic(err)
	}
	for _, file := range files {
		name, _, _ := strings.Cut(file.Name(), ".")
		names = append(names, strings.Replace(name, "_", " ", 1))
	}
	return slices.Compact(names)
}()

// onBothEmpty gives a place where there is no schema yet, and a way to open it.
func onBothEmpty(t *testing.T, test func(t *testing.T, where string, open func(testing.TB, string) *Store)) {
	t.Run("sqlite", func(t *testing.T) { t.Parallel(); test(t, t.TempDir(), openSQLiteIn) })
	t.Run("postgres", func(t *testing.T) { t.Parallel(); test(t, pgtest.NewDatabase(t), openPostgresAt) })
}

func pending(t *testing.T, s *Store) []string {
	t.Helper()
	names, err := s.Pending(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// usable proves that a schema is whole: its own tables, the job queue's, and the search.
func usable(t *testing.T, s *Store) {
	t.Helper()
	f := &fixture{T: t, Store: s, now: time.Now()}
	if d := cmp.Diff([]string(nil), pending(t, s)); d != "" {
		t.Errorf("still pending: %s", d)
	}
	f.addCompany("Northwind")
	found, _ := f.companyNames(everything, tracker.ListQuery{Search: "rthwi"})
	is(t, "found by its text", len(found), 1)
	is(t, "jobs", f.count("river_job"), 0)
}

func TestMigrateFromNothingAndAgain(t *testing.T) {
	onBothEmpty(t, func(t *testing.T, where string, open func(testing.TB, string) *Store) {
		s := open(t, where)
		if d := cmp.Diff(allMigrations, pending(t, s)); d != "" {
			t.Error(d)
		}
		for range 2 {
			if err := s.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		usable(t, s)
	})
}

func TestMigrateFromTwoPlacesAtOnce(t *testing.T) {
	onBothEmpty(t, func(t *testing.T, where string, open func(testing.TB, string) *Store) {
		first, second := open(t, where), open(t, where)
		pending(t, first) // makes the table of versions: without it the library's own retries would hide a missing lock
		start := make(chan struct{})
		var all sync.WaitGroup
		for _, s := range []*Store{first, second, open(t, where), first} {
			all.Go(func() {
				<-start
				if err := s.Migrate(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		close(start)
		all.Wait()
		usable(t, second)
	})
}

// helper starts this test binary as another process and waits until it is ready.
func helper(t *testing.T, mode, where string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], where)
	cmd.Env = append(os.Environ(), helperVariable+"="+mode)
	cmd.Stderr = os.Stderr
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	if line, err := bufio.NewReader(output).ReadString('\n'); line != "ready\n" {
		t.Fatalf("the helper says %q: %v", line, err)
	}
	return cmd
}

func TestMigrationKilledInTheMiddleGoesOn(t *testing.T) {
	onBothEmpty(t, func(t *testing.T, where string, open func(testing.TB, string) *Store) {
		mode := "migrate-sqlite"
		if strings.HasPrefix(where, "postgres:") {
			mode = "migrate-postgres"
		}
		for _, after := range []time.Duration{2, 8, 20, 40} { // each gets a little further
			victim := helper(t, mode, where)
			time.Sleep(after * time.Millisecond)
			_ = victim.Process.Kill()
			_ = victim.Wait()
		}
		s := open(t, where)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // a lock must not outlive its holder
		defer cancel()
		if err := s.Migrate(ctx); err != nil {
			t.Fatal(err)
		}
		usable(t, s)
	})
}

// A link that was mailed before the upgrade works behind it.
func TestMigrationKeepsLinks(t *testing.T) {
	onBothEmpty(t, func(t *testing.T, where string, open func(testing.TB, string) *Store) {
		f := &fixture{T: t, Store: open(t, where), now: time.Now()}
		f.ok(f.MigrateTo(t.Context(), 18))
		u := f.addUser("a@example.com")
		f.raw(fmt.Sprintf("INSERT INTO password_token (user_id, kind, hash, created_at, expires_at) VALUES ('%s', 'invitation', 'h', %d, %d)",
			u.ID, millis(f.now), millis(f.now.Add(time.Hour))))
		f.ok(f.Migrate(t.Context()))
		if found, err := f.TokenUser(t.Context(), u.Email, "h", f.now); err != nil || found.ID != u.ID {
			t.Errorf("%+v, %v", found, err)
		}
	})
}

// schemaAndVersions describes everything a migration could change.
func (f *fixture) schemaAndVersions() string {
	f.Helper()
	catalogue := map[string]string{
		"sqlite":   "SELECT type || ' ' || name || ' ' || COALESCE(sql, '') FROM sqlite_schema ORDER BY 1",
		"postgres": "SELECT table_name || '.' || column_name || ' ' || data_type FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1",
	}[f.Dialect()]
	var all []string
	for _, sql := range []string{catalogue, "SELECT CAST(version_id AS TEXT) FROM schema_version ORDER BY id"} {
		lines, err := many(f.Context(), f.Queries, scanOne[string], sql)
		f.ok(err)
		all = append(all, lines...)
	}
	return strings.Join(all, "\n")
}

func TestNewerSchemaIsRefusedUntouched(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		applied := map[string]string{"sqlite": "1", "postgres": "TRUE"}[f.Dialect()]
		f.raw("INSERT INTO schema_version (version_id, is_applied) VALUES (9999, " + applied + ")")
		f.raw("DROP TABLE preference") // what an old program might be tempted to bring back
		before := f.schemaAndVersions()
		_, status := f.Pending(t.Context())
		for what, err := range map[string]error{"migrate": f.Migrate(t.Context()), "status": status} {
			schema, ok := errors.AsType[*SchemaError](err)
			if !ok || schema.Found != 9999 || !strings.HasPrefix(allMigrations[len(allMigrations)-1], fmt.Sprintf("%04d", schema.Known)) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v", what, err)
			}
		}
		if d := cmp.Diff(before, f.schemaAndVersions()); d != "" {
			t.Error(d)
		}
	})
}
