package store

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

func (f *fixture) backup() string {
	f.Helper()
	file := filepath.Join(f.TempDir(), "copy.db")
	f.ok(f.BackupTo(f.Context(), file))
	return file
}

// restored opens what a backup gives back.
func restored(t *testing.T, file string) *fixture {
	t.Helper()
	dir := t.TempDir()
	if err := RestoreFrom(t.Context(), file, dir); err != nil {
		t.Fatal(err)
	}
	s := openSQLiteIn(t, dir)
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return &fixture{T: t, Store: s, now: time.Now()}
}

func TestBackupWhileOthersWriteHoldsEverythingAcknowledged(t *testing.T) {
	f, _ := newSQLiteFixture(t)
	user := f.addUser("a@example.com")
	session := f.addSession(user.ID, 24*time.Hour)
	f.addToken(user.ID, "reset", "h", f.now)
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
				id, name := newID(), fmt.Sprintf("Writer %d company %d", w, i)
				err := f.Write(t.Context(), func(tx *Tx) error {
					if err := tx.InsertCompany(t.Context(), tracker.Company{ID: id, Name: name, CreatedAt: f.now}, user.ID); err != nil {
						return err
					}
					return tx.InsertLinks(t.Context(), CompanyModeration, user.ID, Link{ID: newID(), ParentID: id, UserID: user.ID, CreatedAt: f.now})
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
	searched := func(name string) bool { return name == "Writer 3 company 0" }
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

	back := restored(t, file)
	d := back.dialect.(*sqliteDialect)
	if err := checkIntegrity(t.Context(), d.writer); err != nil {
		t.Error(err)
	}
	for id := range before {
		if _, err := back.Company(t.Context(), id); err != nil {
			t.Fatalf("a company acknowledged before the backup: %v", err)
		}
	}
	companies := back.count("company")
	is(t, "every company with its moderator", back.count("company_moderator"), companies)
	_, total := back.companyNames(everything, tracker.ListQuery{PageNumber: 1, PageSize: 1})
	is(t, "kept total", total, companies)
	if live := back.live(session, f.now); live {
		t.Error("a session outlives the restore")
	}
	is(t, "sessions not revoked", back.count("session WHERE revoked_at IS NULL"), 0)
	is(t, "links that work", back.count("password_token"), 0)
	found, _ := back.companyNames(everything, tracker.ListQuery{Search: "riter 3 company 0"})
	is(t, "found by its text", len(found), 1)
	back.addCompany("Writable again")
	found, _ = back.companyNames(everything, tracker.ListQuery{Search: "table aga"})
	is(t, "found what came after", len(found), 1)
	if !f.live(session, f.now) {
		t.Error("the backup ended a session of the original")
	}
}

func TestBackupNeverOverwrites(t *testing.T) {
	f, _ := newSQLiteFixture(t)
	file := filepath.Join(t.TempDir(), "mine.txt")
	if err := os.WriteFile(file, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.BackupTo(t.Context(), file); err == nil {
		t.Error("a backup onto a file")
	}
	dangling := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink("nowhere", dangling); err != nil {
		t.Fatal(err)
	}
	if err := f.BackupTo(t.Context(), dangling); err == nil {
		t.Error("a backup onto a link")
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "precious" {
		t.Errorf("the file is now %q, %v", text, err)
	}
	if err := f.BackupTo(t.Context(), filepath.Join(t.TempDir(), "no", "such", "place")); err == nil {
		t.Error("a backup into a directory that is not there")
	}
}

func TestRestoreRefuses(t *testing.T) {
	f, d := newSQLiteFixture(t)
	whole := f.backup()
	content, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	f.raw("INSERT INTO schema_version (version_id, is_applied) VALUES (9999, 1)")
	newer := f.backup()
	file := func(content []byte) string {
		name := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	foreign := filepath.Join(t.TempDir(), "foreign.db")
	other, err := openSQLiteFile(foreign, "", 1)
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
		err := RestoreFrom(t.Context(), test.source, dir)
		if err == nil || !strings.Contains(err.Error(), test.reason) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", test.reason, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%q left %v, %v", test.reason, left, err)
		}
	}
	if err := RestoreFrom(t.Context(), whole, filepath.Dir(d.path)); err == nil {
		t.Error("a restore over a database")
	}
	is(t, "the database that was there", f.count("company"), 0)
}

func TestRestoreLeavesTheBackupAsItWas(t *testing.T) {
	f, _ := newSQLiteFixture(t)
	f.addCompany("A")
	file := f.backup()
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		is(t, "companies", restored(t, file).count("company"), 1)
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
	f, d := newSQLiteFixture(t)
	file := f.backup()
	f.addCompany("only in the log")
	log, err := os.ReadFile(d.path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, SQLiteFile+"-wal"), log, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := RestoreFrom(t.Context(), file, dir); err == nil {
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
	f := &fixture{T: t, Store: openSQLiteIn(t, dir), now: time.Now()}
	f.ok(f.Migrate(t.Context()))
	f.addCompany("A")
	file := filepath.Join(dir, "copy?.db")
	f.ok(f.BackupTo(t.Context(), file))
	f.ok(RestoreFrom(t.Context(), file, target))
	back := &fixture{T: t, Store: openSQLiteIn(t, target), now: time.Now()}
	is(t, "companies", back.count("company"), 1)
}

func TestBackupIsForSQLiteAlone(t *testing.T) {
	s := newPostgres(t)
	if err := s.BackupTo(t.Context(), filepath.Join(t.TempDir(), "copy")); err == nil {
		t.Error("a file copy of PostgreSQL")
	}
}
