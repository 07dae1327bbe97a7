package store

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"btracker/internal/pgtest"
	"btracker/internal/sqlite"
	"btracker/internal/tracker"
)

// helperVariable turns this test binary into another process that uses, or
// misuses, a database: see helperProcess.
const helperVariable = "STORE_TEST_HELPER"

func TestMain(m *testing.M) {
	if mode := os.Getenv(helperVariable); mode != "" {
		helperProcess(mode, os.Args[1])
		return
	}
	// Each run has dozens of steps on a real database; -rapid.checks still overrides it.
	_ = flag.Set("rapid.checks", "15")
	os.Exit(pgtest.Main(m))
}

// onBoth is the conformance suite's only door: a test sees a migrated, empty
// store and can not tell which database it is on.
func onBoth(t *testing.T, test func(t *testing.T, f *fixture)) {
	t.Helper()
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, &fixture{T: t, Store: openers[name](t), now: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)})
		})
	}
}

var openers = map[string]func(testing.TB) *Store{"sqlite": newSQLite, "postgres": newPostgres}

// migratedFile is made once: a copy is much cheaper than running the migrations again.
var migratedFile = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "store-test-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	s, err := OpenSQLite(dir)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(s.Migrate(context.Background()), s.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, SQLiteFile))
})

func newSQLite(t testing.TB) *Store { return newSQLiteIn(t, t.TempDir()) }

func newSQLiteIn(t testing.TB, dir string) *Store {
	t.Helper()
	content, err := migratedFile()
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, SQLiteFile), content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return openSQLiteIn(t, dir)
}

func openSQLiteIn(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := OpenSQLite(dir)
	if err == nil {
		_, err = s.WriterDB().ExecContext(t.Context(), "PRAGMA synchronous = OFF") // waiting for the disk would be most of a test's time
	}
	return closing(t, s, err)
}

func newPostgres(t testing.TB) *Store {
	return openPostgresAt(t, pgtest.NewFromTemplate(t, "migrated", func(url string) error {
		s, err := OpenPostgres(context.Background(), url)
		if err != nil {
			return err
		}
		defer s.Close()
		return s.Migrate(context.Background())
	}))
}

func openPostgresAt(t testing.TB, url string) *Store {
	t.Helper()
	s, err := OpenPostgres(t.Context(), url)
	return closing(t, s, err)
}

func closing(t testing.TB, s *Store, err error) *Store {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

// fixture is a store with short ways to put things into it.
type fixture struct {
	*testing.T
	*Store
	now time.Time
}

func (f *fixture) ok(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) write(fn func(tx *Tx) error) {
	f.Helper()
	version, err := f.SchemaVersion(f.Context())
	f.ok(err)
	if d, ok := f.dialect.(*sqliteDialect); ok && version < 22 {
		f.ok(d.writeEarlier(f.Context(), fn))
		return
	}
	f.ok(f.Write(f.Context(), fn))
}

// writeEarlier writes to a schema that has no search_pending, which Write reads.
func (d *sqliteDialect) writeEarlier(ctx context.Context, fn func(tx *Tx) error) error {
	return d.writer.Write(ctx, func(raw *sqlite.Tx) error {
		q := &sqliteTx{tx: raw}
		tx := &Tx{Queries: Queries{db: q, dialect: d}, tx: q, kept: noDeltas()}
		return errors.Join(fn(tx), tx.keep(ctx))
	})
}

// raw runs SQL that the store itself has no method for.
func (f *fixture) raw(sql string, args ...any) {
	f.Helper()
	f.write(func(tx *Tx) error { _, err := tx.run(f.Context(), sql, args...); return err })
}

func (f *fixture) count(sql string, args ...any) int {
	f.Helper()
	n, err := one(f.Context(), f.Queries, scanOne[int], "SELECT count(*) FROM "+sql, args...)
	f.ok(err)
	return n
}

// is expects a value on both databases alike.
func is[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }

func (f *fixture) addUser(email string, change ...func(*tracker.User)) tracker.User {
	f.Helper()
	u := tracker.User{ID: newID(), Email: email, DisplayName: email, CreatedAt: f.now}
	for _, c := range change {
		c(&u)
	}
	f.write(func(tx *Tx) error { return tx.InsertUser(f.Context(), u, nil) })
	return u
}

func admin(u *tracker.User) { u.IsAdmin = true }

func (f *fixture) addCompany(name string, change ...func(*tracker.Company)) tracker.Company {
	f.Helper()
	c := tracker.Company{ID: newID(), Name: name, CreatedAt: f.now}
	for _, ch := range change {
		ch(&c)
	}
	f.write(func(tx *Tx) error { return tx.InsertCompany(f.Context(), c, "tester") })
	return c
}

// mark moves a company into a removal state, from whatever it is in.
func (f *fixture) mark(id string, to tracker.Marks, at time.Time) {
	f.Helper()
	f.write(func(tx *Tx) error {
		from, err := tx.RemovableCompany(f.Context(), id)
		if err != nil {
			return err
		}
		return tx.Mark(f.Context(), CompanyRemoval, from, to, "tester", at)
	})
}

func (f *fixture) addModerator(companyID, userID string, role tracker.Role) Link {
	f.Helper()
	m := Link{ID: newID(), ParentID: companyID, UserID: userID, Role: role, CreatedAt: f.now}
	f.write(func(tx *Tx) error { return tx.InsertLinks(f.Context(), CompanyModeration, "tester", m) })
	return m
}

func (f *fixture) addProject(companyID, name string) string {
	f.Helper()
	p := tracker.Project{ID: newID(), CompanyID: companyID, Name: name, CreatedAt: f.now}
	f.write(func(tx *Tx) error { return tx.InsertProject(f.Context(), p, "tester") })
	return p.ID
}

func (f *fixture) companyNames(v Visible, q tracker.ListQuery) (names []string, total int) {
	f.Helper()
	if q.PageSize == 0 {
		q.PageNumber, q.PageSize = 1, 200
	}
	list, total, err := f.Companies(f.Context(), v, CompanyQuery{ListQuery: q})
	f.ok(err)
	for _, c := range list {
		names = append(names, c.Name)
	}
	return names, total
}

var everything = Visible{All: true, OwnerRoles: tracker.OwnerRoles()}

// moderatedBy is what a user sees by their roles.
func moderatedBy(userID string) Visible {
	return Visible{UserID: userID, Roles: tracker.RolesThatMay(tracker.See)}
}

func ptr[T any](v T) *T { return &v }

// helperProcess is the life of the other process; path is a data directory or a
// database URL.
func helperProcess(mode, where string) {
	ctx := context.Background()
	fail := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	switch mode {
	case "migrate-sqlite":
		s, err := OpenSQLite(where)
		fail(err)
		fmt.Println("ready")
		fail(s.Migrate(ctx))
	case "migrate-postgres":
		s, err := OpenPostgres(ctx, where)
		fail(err)
		fmt.Println("ready")
		fail(s.Migrate(ctx))
	case "rename": // renames the only company until it is killed
		s, err := OpenSQLite(where)
		fail(err)
		for n := 1; ; n++ {
			fail(s.Write(ctx, func(tx *Tx) error {
				_, err := tx.run(ctx, "UPDATE company SET name = $1, name_key = $1, search_text = $1", fmt.Sprint("name ", n))
				return err
			}))
			if n == 3 {
				fmt.Println("ready")
			}
		}
	case "lock": // holds SQLite's write lock until it is killed
		db, err := sql.Open("sqlite", "file:"+where+"/"+SQLiteFile+"?_txlock=immediate")
		fail(err)
		_, err = db.BeginTx(ctx, nil)
		fail(err)
		fmt.Println("ready")
		time.Sleep(time.Minute)
	default:
		fail(fmt.Errorf("no helper %q", mode))
	}
	fmt.Println("done")
}
