package backup_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"btracker/internal/backup"
	"btracker/internal/store"
	"btracker/internal/storetest"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

// fixture is a store in a data directory of its own.
type fixture struct {
	*testing.T
	*store.Store
	dir string
	now time.Time
}

func newFixture(t *testing.T) *fixture {
	dir := t.TempDir()
	return &fixture{T: t, Store: storetest.SQLiteIn(t, dir), dir: dir, now: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)}
}

func (f *fixture) ok(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) write(fn func(tx *store.Tx) error) {
	f.Helper()
	f.ok(f.Write(f.Context(), fn))
}

// count counts the rows of a table; a condition may follow its name.
func (f *fixture) count(table string) (n int) {
	f.Helper()
	f.ok(f.WriterDB().QueryRow("SELECT count(*) FROM " + table).Scan(&n))
	return n
}

func (f *fixture) addCompany(name string) {
	f.Helper()
	f.write(func(tx *store.Tx) error {
		return tx.InsertCompany(f.Context(), tracker.Company{ID: newID(), Name: name, CreatedAt: f.now}, "tester")
	})
}

func (f *fixture) companies(q tracker.ListQuery) (found, total int) {
	f.Helper()
	q.PageNumber, q.PageSize = 1, 10
	list, total, err := f.Companies(f.Context(), store.Visible{All: true}, store.CompanyQuery{ListQuery: q})
	f.ok(err)
	return len(list), total
}

func (f *fixture) isLive(sessionID string) bool {
	f.Helper()
	_, _, err := f.SessionUser(f.Context(), sessionID, f.now)
	if err != nil && !tracker.IsKind(err, tracker.KindNotFound) {
		f.Fatal(err)
	}
	return err == nil
}

func is[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }

func (f *fixture) backup() string {
	f.Helper()
	file := filepath.Join(f.TempDir(), "copy.db")
	f.ok(backup.Take(f.Context(), f.dir, file))
	return file
}

// restored opens what a backup gives back.
func (f *fixture) restored(file string) *fixture {
	f.Helper()
	dir := f.TempDir()
	f.ok(backup.Restore(f.Context(), file, dir))
	s, err := store.OpenSQLite(dir)
	f.ok(err)
	f.T.Cleanup(func() { s.Close() })
	f.ok(s.Migrate(f.Context()))
	return &fixture{T: f.T, Store: s, dir: dir, now: f.now}
}

func TestBackupWhileOthersWriteHoldsEverythingAcknowledged(t *testing.T) {
	f := newFixture(t)
	user := tracker.User{ID: newID(), Email: "a@example.com", DisplayName: "A", CreatedAt: f.now}
	session := store.Session{ID: newID(), UserID: user.ID, CreatedAt: f.now, ExpiresAt: f.now.Add(24 * time.Hour)}
	f.write(func(tx *store.Tx) error {
		f.ok(tx.InsertUser(t.Context(), user, nil))
		f.ok(tx.InsertSession(t.Context(), session))
		_, err := tx.InsertPasswordToken(t.Context(), store.PasswordToken{UserID: user.ID, Kind: "reset", Hash: "h", CreatedAt: f.now, ExpiresAt: f.now.Add(time.Hour)})
		return err
	})
	var mu sync.Mutex
	acknowledged := map[string]string{} // names by id
	stop := make(chan struct{})
	var writers sync.WaitGroup
	defer writers.Wait()
	defer close(stop)
	for w := range 4 {
		writers.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				id, name := newID(), fmt.Sprintf("Writer%d company%d", w, i)
				err := f.Write(t.Context(), func(tx *store.Tx) error {
					if err := tx.InsertCompany(t.Context(), tracker.Company{ID: id, Name: name, CreatedAt: f.now}, user.ID); err != nil {
						return err
					}
					return tx.InsertLinks(t.Context(), store.CompanyModeration, user.ID, store.Link{ID: newID(), ParentID: id, UserID: user.ID, CreatedAt: f.now})
				})
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				acknowledged[id] = name
				mu.Unlock()
			}
		})
	}
	var before map[string]string
	searched := func(name string) bool { return name == "Writer3 company0" }
	testkit.Until(t, "enough is written, by each of them", func() bool {
		mu.Lock()
		defer mu.Unlock()
		before = maps.Clone(acknowledged)
		return len(before) >= 50 && slices.ContainsFunc(slices.Collect(maps.Values(before)), searched)
	})
	file := f.backup()
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy is %v, %v", info.Mode(), err)
	}

	back := f.restored(file)
	var verdict string
	f.ok(back.WriterDB().QueryRow("PRAGMA integrity_check").Scan(&verdict))
	is(t, "integrity", verdict, "ok")
	for id := range before {
		if _, err := back.Company(t.Context(), id); err != nil {
			t.Fatalf("a company acknowledged before the backup: %v", err)
		}
	}
	companies := back.count("company")
	is(t, "every company with its moderator", back.count("company_moderator"), companies)
	_, total := back.companies(tracker.ListQuery{})
	is(t, "kept total", total, companies)
	if back.isLive(session.ID) {
		t.Error("a session outlives the restore")
	}
	is(t, "sessions not revoked", back.count("session WHERE revoked_at IS NULL"), 0)
	is(t, "links that work", back.count("password_token"), 0)
	found, _ := back.companies(tracker.ListQuery{Search: "riter3 company0"})
	is(t, "found by its text", found, 1)
	back.addCompany("Writable again")
	found, _ = back.companies(tracker.ListQuery{Search: "table aga"})
	is(t, "found what came after", found, 1)
	if !f.isLive(session.ID) {
		t.Error("the backup ended a session of the original")
	}
}

func TestBackupNeverOverwrites(t *testing.T) {
	f := newFixture(t)
	file := filepath.Join(t.TempDir(), "mine.txt")
	if err := os.WriteFile(file, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := backup.Take(t.Context(), f.dir, file); err == nil {
		t.Error("a backup onto a file")
	}
	dangling := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink("nowhere", dangling); err != nil {
		t.Fatal(err)
	}
	if err := backup.Take(t.Context(), f.dir, dangling); err == nil {
		t.Error("a backup onto a link")
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "precious" {
		t.Errorf("the file is now %q, %v", text, err)
	}
	if err := backup.Take(t.Context(), f.dir, filepath.Join(t.TempDir(), "no", "such", "place")); err == nil {
		t.Error("a backup into a directory that is not there")
	}
}

func TestRestoreRefuses(t *testing.T) {
	f := newFixture(t)
	whole := f.backup()
	content, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriterDB().Exec("INSERT INTO schema_version (version_id, is_applied) VALUES (9999, 1)")
	f.ok(err)
	newer := f.backup()
	file := func(content []byte) string {
		name := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	foreign := filepath.Join(t.TempDir(), "foreign.db")
	other, err := sql.Open("sqlite", foreign)
	if err != nil {
		t.Fatal(err)
	}
	_, err = other.Exec("CREATE TABLE recipe (id INTEGER)")
	if err != nil || other.Close() != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(content)
	for i := 3 * 4096; i < len(damaged)/2; i++ {
		damaged[i] ^= 0x5a
	}
	for _, test := range []struct{ source, reason string }{
		{file([]byte(strings.Repeat("not a database. ", 1000))), "not an SQLite database"},
		{file(nil), "not a backup of btracker"},
		{file(content[:len(content)/2]), "not a whole backup"},
		{file(damaged), "not a whole backup"},
		{foreign, "not a backup of btracker"},
		{newer, "schema 9999"},
		{filepath.Join(t.TempDir(), "missing"), "no backup file"},
		{t.TempDir(), "no backup file"},
	} {
		dir := t.TempDir()
		err := backup.Restore(t.Context(), test.source, dir)
		if err == nil || !strings.Contains(err.Error(), test.reason) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", test.reason, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%q left %v, %v", test.reason, left, err)
		}
	}
	if err := backup.Restore(t.Context(), whole, f.dir); err == nil {
		t.Error("a restore over a database")
	}
	is(t, "the database that was there", f.count("company"), 0)
}

func TestRestoreLeavesTheBackupAsItWas(t *testing.T) {
	f := newFixture(t)
	f.addCompany("A")
	file := f.backup()
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		is(t, "companies", f.restored(file).count("company"), 1)
	}
	after, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the backup changed: %v", err)
	}
	if beside, err := os.ReadDir(filepath.Dir(file)); err != nil || len(beside) != 1 {
		t.Errorf("beside the backup: %v, %v", beside, err)
	}
}

// The log of a database that was moved away without it is still valid to
// SQLite, which would replay it into the restored file.
func TestRestoreRefusesTheLogOfAnotherDatabase(t *testing.T) {
	f := newFixture(t)
	file := f.backup()
	f.addCompany("only in the log")
	log, err := os.ReadFile(filepath.Join(f.dir, store.SQLiteFile+"-wal"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, store.SQLiteFile+"-wal"), log, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := backup.Restore(t.Context(), file, dir); err == nil {
		t.Error("a restore beside the log of another database")
	}
}

func TestBackupAndRestoreInOddlyNamedDirectories(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), `50% of? it#1 &'"é`)
	target := filepath.Join(t.TempDir(), `a?mode=memory%20`)
	for _, d := range []string{dir, target} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	f := &fixture{T: t, Store: storetest.SQLiteIn(t, dir), dir: dir, now: time.Now()}
	f.addCompany("A")
	file := filepath.Join(dir, "copy?.db")
	f.ok(backup.Take(t.Context(), dir, file))
	f.ok(backup.Restore(t.Context(), file, target))
	back, err := store.OpenSQLite(target)
	f.ok(err)
	defer back.Close()
	is(t, "companies", (&fixture{T: t, Store: back}).count("company"), 1)
}

func TestBackupOfNoDatabase(t *testing.T) {
	dir := t.TempDir()
	if err := backup.Take(t.Context(), dir, filepath.Join(t.TempDir(), "copy")); err == nil || !strings.Contains(err.Error(), "no database") {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("it left %v, %v", left, err)
	}
}

func TestLast(t *testing.T) {
	dir, now := t.TempDir(), time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	if at, err := backup.Last(dir); err != nil || !at.IsZero() {
		t.Errorf("at first: %v, %v", at, err)
	}
	for _, noted := range []time.Time{now, now.Add(time.Hour)} {
		if err := backup.Note(dir, noted); err != nil {
			t.Fatal(err)
		}
		if at, err := backup.Last(dir); err != nil || !at.Equal(noted) {
			t.Errorf("%v, %v, want %v", at, err, noted)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "last-backup"), []byte("yesterday"), 0o600); err != nil {
		t.Fatal(err)
	}
	if at, err := backup.Last(dir); err == nil {
		t.Errorf("of nonsense: %v", at)
	}
}

func TestBackupBeforeAnUpgradeKeepsTheLastThree(t *testing.T) {
	f := newFixture(t)
	f.addCompany("Analytical Engines")
	below := filepath.Join(f.dir, "backups")
	stranger := filepath.Join(below, "my-own.db")
	f.ok(os.Mkdir(below, 0o700))
	f.ok(os.WriteFile(stranger, nil, 0o600))
	var made []string
	for i := range 5 {
		file, err := backup.BeforeUpgrade(t.Context(), f.dir, f.now.Add(time.Duration(i)*time.Hour))
		f.ok(err)
		made = append(made, file)
	}
	kept, err := filepath.Glob(filepath.Join(below, "*"))
	f.ok(err)
	is(t, "files", strings.Join(kept, " "), strings.Join(append(made[2:], stranger), " "))
	info, err := os.Stat(made[4])
	f.ok(err)
	is(t, "mode", info.Mode().Perm(), 0o600)
	_, companies := f.restored(made[4]).companies(tracker.ListQuery{})
	is(t, "restored companies", companies, 1)
}

func TestNewDatabaseHasNoBackupBeforeAnUpgrade(t *testing.T) {
	dir := t.TempDir()
	s, err := store.OpenSQLite(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if file, err := backup.BeforeUpgrade(t.Context(), dir, time.Now()); file != "" || err != nil {
		t.Errorf("%q, %v", file, err)
	}
}
