package main_test

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"btracker/internal/demo"
	"btracker/internal/pgtest"
	"btracker/internal/store"
)

func TestMigrateSaysWhatItDoes(t *testing.T) {
	t.Parallel()
	for name, where := range map[string][]string{"sqlite": {"--data", t.TempDir()}, "postgres": {"--database-url", pgtest.NewDatabase(t)}} {
		t.Run(name, func(t *testing.T) {
			out := succeed(t, nil, append([]string{"migrate"}, where...)...)
			if !strings.HasPrefix(out, "pending: 0001 spine\npending: 0002 ") || !strings.HasSuffix(out, "\nAll migrations are done.\n") {
				t.Errorf("the first time: %q", out)
			}
			for _, args := range [][]string{{"migrate", "--status"}, {"migrate"}} {
				if out := succeed(t, nil, append(args, where...)...); out != "The schema is up to date.\n" {
					t.Errorf("%v: %q", args, out)
				}
			}
		})
	}
}

func TestMigrateStatusChangesNothing(t *testing.T) {
	t.Parallel()
	where := []string{"--database-url", pgtest.NewDatabase(t)}
	for range 2 {
		if out := succeed(t, nil, append([]string{"migrate", "--status"}, where...)...); !strings.HasPrefix(out, "pending: 0001 spine\n") || strings.Contains(out, "done") {
			t.Errorf("status: %q", out)
		}
	}
	db, err := pgx.Connect(t.Context(), where[1])
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(t.Context())
	var tables int
	if err := db.QueryRow(t.Context(), "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").Scan(&tables); err != nil || tables != 0 {
		t.Errorf("%d tables were made, %v", tables, err)
	}
}

// link is what was mailed to the demo's administrator.
type link struct{ token string }

// mailedLink asks for a reset link, which goes to the outbox.
func (s *server) mailedLink(data string) link {
	s.t.Helper()
	if status, body := s.do(http.MethodPost, "/api/v1/account/requestPassReset", "", object{"email": demo.AdminEmail}); status != 200 {
		s.t.Fatalf("reset request: %d %s", status, body)
	}
	_, mail := s.mailIn(data)
	found := linkToken.FindStringSubmatch(mail)
	if found == nil {
		s.t.Fatalf("no link in the mail\n%s", mail)
	}
	return link{found[1]}
}

// use sets the same password again, and returns the status.
func (l link) use(s *server) int {
	s.t.Helper()
	status, _ := s.do(http.MethodPut, "/api/v1/account/resetPass", "",
		object{"email": demo.AdminEmail, "token": l.token, "newPassword": demo.Password, "confirmNewPassword": demo.Password})
	return status
}

// calendar returns the path of a new calendar.
func (s *server) calendar(token string) string {
	s.t.Helper()
	status, body := s.do(http.MethodPost, "/api/v1/account/calendar", token, nil)
	_, file, found := strings.Cut(strings.TrimSuffix(body, `"}`), "/calendar/")
	if status != 201 || !found {
		s.t.Fatalf("calendar: %d %s", status, body)
	}
	if status, body := s.get("/calendar/"+file, ""); status != 200 {
		s.t.Fatalf("the calendar %s: %d %s", file, status, body)
	}
	return "/calendar/" + file
}

// What pg_restore brings back may be older than a sign-out, or the use of a link.
func TestMigrateAfterRestoreEndsSessionsAndLinks(t *testing.T) {
	t.Parallel()
	url, data := pgtest.NewDatabase(t), t.TempDir()
	s := serving(t, []string{"BTRACKER_SECRET=" + goodSecret}, "--database-url", url, "--data", data, "--demo")
	token, link := s.demoToken(), s.mailedLink(data)
	calendar := s.calendar(token)
	mistake(t, nil, "--restored", "migrate", "--status", "--restored", "--database-url", url)
	if out := succeed(t, nil, "migrate", "--restored", "--database-url", url); !strings.Contains(out, "sign in again") {
		t.Errorf("it says %q", out)
	}
	if status, _ := s.get("/api/v1/account", token); status != 401 {
		t.Errorf("a token of before: status %d", status)
	}
	if status := link.use(s); status != 422 {
		t.Errorf("a link of before: status %d", status)
	}
	if status, _ := s.get(calendar, ""); status != 404 {
		t.Errorf("a calendar of before: status %d", status)
	}
	s.demoToken()
}

// From a small installation to a large one: all that is there shows the same on
// PostgreSQL, and goes on from there.
func TestImportOfABackupIntoPostgres(t *testing.T) {
	t.Parallel()
	data, url := demoData(t), pgtest.NewDatabase(t)
	file := filepath.Join(t.TempDir(), "copy.db")
	small := serving(t, nil, "--data", data)
	token := small.demoToken()
	for _, name := range []string{"Made before the move", "And another"} {
		small.do(http.MethodPost, "/api/v1/company", token, object{"name": name})
	}
	papers := small.addPapers(token)
	before := small.pages(token, papers...)
	succeed(t, nil, "backup", file, "--data", data)
	mistake(t, nil, "--database-url", "import", file)
	out := succeed(t, nil, "import", file, "--database-url", url)
	if !strings.Contains(out, "company: 45 rows, ") || !strings.Contains(out, "change: 219 rows, ") || !strings.Contains(out, "sign in again") {
		t.Errorf("import says %q", out)
	}
	checksum(t, out)
	mistake(t, nil, "not empty", "import", file, "--database-url", url)
	if left, err := filepath.Glob(file + ".*"); len(left) > 0 || err != nil {
		t.Errorf("import left %v, %v", left, err)
	}

	secret, err := os.ReadFile(filepath.Join(data, "secret"))
	if err != nil {
		t.Fatal(err)
	}
	large := serving(t, []string{"BTRACKER_SECRET=base64:" + string(secret)}, "--database-url", url)
	if status, _ := large.get("/api/v1/account", token); status != 401 {
		t.Errorf("a token of before the import: status %d", status)
	}
	token = large.demoToken()
	samePages(t, before, large.pages(token, papers...))
	if status, body := large.do(http.MethodPost, "/api/v1/company", token, object{"name": "Made after the move"}); status != 201 {
		t.Errorf("create: %d %s", status, body)
	}
	if n := large.companies(token); n != demoSize+4 {
		t.Errorf("%d companies", n)
	}
}

func TestBackupWhileServingAndRestore(t *testing.T) {
	t.Parallel()
	data, dir := t.TempDir(), t.TempDir()
	file := filepath.Join(dir, "copy.db")
	s := serving(t, nil, "--data", data, "--demo")
	token, link := s.demoToken(), s.mailedLink(data)
	calendar, papers := s.calendar(token), s.addPapers(token)
	stop := make(chan struct{})
	var writer sync.WaitGroup
	defer writer.Wait()
	defer close(stop)
	writer.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			if status, body := s.do(http.MethodPost, "/api/v1/company", token, object{"name": "Written meanwhile"}); status != 201 {
				t.Errorf("create: %d %s", status, body)
				return
			}
		}
	})
	before := s.companies(token)
	if out := succeed(t, nil, "backup", file, "--data", data); out != "Backup written to "+file+"\n" {
		t.Errorf("backup says %q", out)
	}
	if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
		t.Errorf("the backup is %v, %v", info.Mode(), err)
	}
	if r := run(t, nil, "backup", file, "--data", data); r.code == 0 || strings.Count(r.stderr, "\n") != 1 {
		t.Errorf("over an old backup: status %d, %s", r.code, r.stderr)
	}
	mistake(t, nil, "in use", "restore", file, "--data", data)

	target := filepath.Join(t.TempDir(), "new")
	if out := succeed(t, nil, "restore", file, "--data", target); !strings.Contains(out, "sign in again") {
		t.Errorf("restore says %q", out)
	}
	mistake(t, nil, "already", "restore", file, "--data", target)
	secret, err := os.ReadFile(filepath.Join(data, "secret"))
	if err == nil {
		err = os.WriteFile(filepath.Join(target, "secret"), secret, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	back := serving(t, nil, "--data", target)
	if status, _ := back.get("/api/v1/account", token); status != 401 {
		t.Errorf("a token of before the restore: status %d", status)
	}
	if status := link.use(back); status != 422 {
		t.Errorf("a link of before the restore: status %d", status)
	}
	if status, _ := back.get(calendar, ""); status != 404 {
		t.Errorf("a calendar of before the restore: status %d", status)
	}
	again := back.demoToken()
	if n := back.companies(again); n < before {
		t.Errorf("%d companies came back of at least %d", n, before)
	}
	samePages(t, s.answers(token, papers...), back.answers(again, papers...))
	if status, body := s.get("/api/v1/account", token); status != 200 {
		t.Errorf("the original: %d %s", status, body)
	}
}

// olderDatabase is a data directory with the schema of an older program.
func olderDatabase(t *testing.T) (dir string) {
	dir = t.TempDir()
	s, err := store.OpenSQLite(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.MigrateTo(t.Context(), store.LatestSchema()-1), s.Close()); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestUpgradeOfSQLiteKeepsABackup(t *testing.T) {
	t.Parallel()
	backups := func(dir string) int {
		files, err := filepath.Glob(filepath.Join(dir, "backups", "*-schema-*.db"))
		if err != nil {
			t.Fatal(err)
		}
		return len(files)
	}
	dir := olderDatabase(t)
	serving(t, nil, "--data", dir).Stop()
	serving(t, nil, "--data", dir).Stop() // there is nothing to upgrade any more
	if n := backups(dir); n != 1 {
		t.Errorf("serve made %d backups, want 1", n)
	}
	dir = olderDatabase(t)
	succeed(t, nil, "migrate", "--no-backup", "--data", dir)
	if n := backups(dir); n != 0 {
		t.Errorf("--no-backup made %d", n)
	}
	dir = olderDatabase(t)
	if err := os.WriteFile(filepath.Join(dir, "backups"), nil, 0o600); err != nil { // in the way of the directory
		t.Fatal(err)
	}
	mistake(t, nil, "nothing was changed", "serve", "--data", dir)
	if out := succeed(t, nil, "migrate", "--status", "--data", dir); !strings.HasPrefix(out, "pending: ") {
		t.Errorf("after a failed backup: %q", out)
	}
}
