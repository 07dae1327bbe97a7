package main_test

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"btracker/internal/testkit"
)

// firstOf says how a refusal names a server.
func firstOf(s *server) string {
	s.t.Helper()
	host, err := os.Hostname()
	if err != nil {
		s.t.Fatal(err)
	}
	return fmt.Sprintf("btracker serve, process %d on %s, since ", s.PID(), host)
}

func TestSecondServeOnOneDirectoryIsRefused(t *testing.T) {
	t.Parallel()
	data := demoData(t)
	first := serving(t, nil, "--data", data)
	second := run(t, nil, "serve", "--addr", "127.0.0.1:0", "--data", data)
	want := regexp.MustCompile(`^btracker: the data directory ` + regexp.QuoteMeta(data) + ` is in use by ` + regexp.QuoteMeta(firstOf(first)) +
		`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ, at ` + regexp.QuoteMeta(first.Base) + `/; stop it first\n$`)
	if second.code != 2 || second.stdout != "" || !want.MatchString(second.stderr) {
		t.Errorf("status %d\n%s%s", second.code, second.stdout, second.stderr)
	}
	if n := first.companies(first.demoToken()); n != demoSize {
		t.Errorf("%d companies at the first", n)
	}

	// The lock ends with its process, however that ends.
	first.Kill()
	third := serving(t, nil, "--data", data)
	mistake(t, nil, firstOf(third), "serve", "--addr", "127.0.0.1:0", "--data", data)
	third.Stop()
	serving(t, nil, "--data", data)
}

// One of two that start at once serves; the other is refused, and has done nothing.
func TestTwoStartsAtOnceOnOneDirectory(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	servers := []*server{starting(t, nil, "--data", data, "--demo"), starting(t, nil, "--data", data, "--demo")}
	var refused, serves *server
	testkit.Until(t, "one of them gives up", func() bool {
		for i, s := range servers {
			select {
			case <-s.Ended():
				refused, serves = s, servers[1-i]
			default:
			}
		}
		return refused != nil
	})
	if code := refused.ExitCode(); code != 2 || strings.Count(refused.Stderr(), "\n") != 1 || !strings.Contains(refused.Stderr(), "is in use by ") {
		t.Errorf("status %d\n%s", code, refused.Stderr())
	}
	serves.UntilReady()
	if n := serves.companies(serves.demoToken()); n != demoSize {
		t.Errorf("%d companies", n)
	}
}

// What an operator does while it serves goes on, and what would pull the database
// away from under it is refused by its name.
func TestCommandsBesideServe(t *testing.T) {
	t.Parallel()
	data, dir := demoData(t), t.TempDir()
	file := filepath.Join(dir, "copy.db")
	s := serving(t, nil, "--data", data)
	succeed(t, nil, "backup", file, "--data", data)
	succeed(t, nil, "migrate", "--status", "--data", data)
	succeed(t, nil, "migrate", "--data", data) // which has nothing to do
	createAdminIn(t, "--data", data)
	succeed(t, nil, "mail", "test", "ada@example.com", "--data", data)

	moved := filepath.Join(dir, "moved.db")
	if err := os.Rename(filepath.Join(data, "btracker.db"), moved); err != nil {
		t.Fatal(err)
	}
	mistake(t, nil, firstOf(s), "restore", file, "--data", data)
	if err := os.Rename(moved, filepath.Join(data, "btracker.db")); err != nil {
		t.Fatal(err)
	}
	mistake(t, nil, firstOf(s), "demo", "--scale", "1", "--data", data)
	mistake(t, nil, firstOf(s), "migrate", "--restored", "--data", data)
	s.signIn("ada@example.com", goodPassword)
}

// sqliteSource is the database of a server that may be writing to it.
func sqliteSource(data string) string {
	return "file:" + filepath.Join(data, "btracker.db") + "?_pragma=busy_timeout(30000)"
}

// A newer program must not change the schema under an older one that serves.
func TestSchemaIsNotChangedWhileServed(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	succeed(t, nil, "migrate", "--data", data)
	serves := serving(t, nil, "--data", data)
	db, err := sql.Open("sqlite", sqliteSource(data))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("DELETE FROM schema_version WHERE version_id = (SELECT max(version_id) FROM schema_version)"); err != nil {
		t.Fatal(err)
	}
	mistake(t, nil, firstOf(serves), "migrate", "--data", data)
	mistake(t, []string{"BTRACKER_ADMIN_PASSWORD=" + goodPassword}, firstOf(serves), "admin", "create", "--email", "a@example.com", "--name", "A", "--data", data)
	if out := succeed(t, nil, "migrate", "--status", "--data", data); !strings.HasPrefix(out, "pending: ") {
		t.Errorf("status: %q", out)
	}
}

// Whoever runs a command, the files in the data directory belong to its owner. As
// root the directory is another user's, as a service's is.
func TestFilesBelongToTheOwnerOfTheDirectory(t *testing.T) {
	t.Parallel()
	uid, gid := os.Geteuid(), os.Getegid()
	if uid == 0 {
		uid, gid = 12345, 23456
	}
	data := filepath.Join(t.TempDir(), "data")
	if err := errors.Join(os.Mkdir(data, 0o700), os.Chown(data, uid, gid)); err != nil {
		t.Fatal(err)
	}
	createAdminIn(t, "--data", data)
	ownedBy(t, data, uid, gid, "btracker.db", "btracker.db.migrate", "btracker.lock")

	s := serving(t, nil, "--data", data)
	if status, body := s.do(http.MethodPost, "/api/v1/account/requestPassReset", "", object{"email": "ada@example.com"}); status >= 300 {
		t.Fatalf("request: %d %s", status, body)
	}
	mail, _ := s.mailIn(data)
	copied := filepath.Join(t.TempDir(), "copy.db")
	succeed(t, nil, "backup", copied, "--data", data)
	ownedBy(t, data, uid, gid, "btracker.db", "btracker.db-wal", "btracker.db-shm", "secret", "last-backup", "outbox", filepath.Join("outbox", filepath.Base(mail)))
	s.Stop()

	restored := filepath.Join(t.TempDir(), "restored")
	if err := errors.Join(os.Mkdir(restored, 0o700), os.Chown(restored, uid, gid)); err != nil {
		t.Fatal(err)
	}
	succeed(t, nil, "restore", copied, "--data", restored)
	ownedBy(t, restored, uid, gid, "btracker.db")

	// The service itself, which is that user, goes on with all of it.
	service := command(t, []string{"BTRACKER_ADMIN_PASSWORD=" + goodPassword}, "admin", "create", "--email", "b@example.com", "--name", "B", "--data", data)
	reachable(t, data)
	reachable(t, binary)
	service.Dir = "/"
	if os.Geteuid() == 0 {
		service.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	}
	if output, err := service.CombinedOutput(); err != nil {
		t.Errorf("as the owner: %v\n%s", err, output)
	}
}

// ownedBy looks at everything in a data directory, of which some must be there.
func ownedBy(t *testing.T, data string, uid, gid int, expected ...string) {
	t.Helper()
	seen := map[string]bool{}
	err := filepath.WalkDir(data, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(data, path)
		if err != nil {
			return err
		}
		seen[name] = true
		if owner := info.Sys().(*syscall.Stat_t); int(owner.Uid) != uid || int(owner.Gid) != gid {
			t.Errorf("%s belongs to %d:%d, the directory to %d:%d", path, owner.Uid, owner.Gid, uid, gid)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range expected {
		if !seen[name] {
			t.Errorf("%s is not in %s", name, data)
		}
	}
}

// reachable lets other users through the test's own directories, down to path.
func reachable(t *testing.T, path string) {
	t.Helper()
	for parent := filepath.Dir(path); parent != filepath.Clean(os.TempDir()) && parent != "/"; parent = filepath.Dir(parent) {
		if err := os.Chmod(parent, 0o711); err != nil {
			t.Fatal(err)
		}
	}
}
