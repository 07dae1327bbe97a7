package main_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestMigrateSaysWhatItDoes(t *testing.T) {
	t.Parallel()
	for name, where := range map[string][]string{"sqlite": {"--data", t.TempDir()}, "postgres": {"--database-url", newPostgresURL(t)}} {
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
	where := []string{"--database-url", newPostgresURL(t)}
	for range 2 {
		if out := succeed(t, nil, append([]string{"migrate", "--status"}, where...)...); !strings.HasPrefix(out, "pending: 0001 spine\n") || strings.Contains(out, "done") {
			t.Errorf("status: %q", out)
		}
	}
}

func TestBackupWhileServingAndRestore(t *testing.T) {
	t.Parallel()
	data, dir := t.TempDir(), t.TempDir()
	file := filepath.Join(dir, "copy.db")
	s := serving(t, nil, "--data", data, "--demo")
	token := s.demoToken()
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
	mistake(t, nil, "already", "restore", file, "--data", data)

	target := filepath.Join(t.TempDir(), "new")
	if out := succeed(t, nil, "restore", file, "--data", target); !strings.Contains(out, "sign in again") {
		t.Errorf("restore says %q", out)
	}
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
	if n := back.companies(back.demoToken()); n < before {
		t.Errorf("%d companies came back of at least %d", n, before)
	}
	if status, body := s.get("/api/v1/account", token); status != 200 {
		t.Errorf("the original: %d %s", status, body)
	}
}
