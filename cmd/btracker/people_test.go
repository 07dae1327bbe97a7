package main_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"btracker/internal/testkit"
)

func TestCreatedAdministratorCanSignIn(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "made", "by", "us")
	createAdminIn(t, "--data", data)
	env := []string{"BTRACKER_ADMIN_PASSWORD=" + goodPassword}
	mistake(t, env, "Email is already registered.", "admin", "create", "--email", "ADA@example.com", "--name", "Again", "--data", data)
	mistake(t, env, "Email", "admin", "create", "--email", "nonsense", "--name", "Ada", "--data", data)
	mistake(t, []string{"BTRACKER_ADMIN_PASSWORD=weak"}, "8 to 64 characters", "admin", "create", "--email", "b@example.com", "--name", "B", "--data", data)
	mistake(t, nil, "BTRACKER_ADMIN_PASSWORD", "admin", "create", "--email", "b@example.com", "--name", "B", "--data", data) // no terminal to ask on
	s := serving(t, nil, "--data", data)
	if strings.Contains(s.Stdout(), "admin create") {
		t.Errorf("there is an administrator, yet it says:\n%s", s.Stdout())
	}
	token := s.signIn("ada@example.com", goodPassword)
	if status, body := s.get("/api/v1/account", token); status != 200 || !strings.Contains(body, `"isAdmin":true`) {
		t.Errorf("account: %d %s", status, body)
	}
}

// What serve prints can be pasted into a shell as it is.
func TestServePrintsTheCommandThatMakesAnAdministrator(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "Ada's data; $(rm x)")
	s := serving(t, nil, "--data", data)
	line := regexp.MustCompile(`(?m)^  (\S+ admin create .*)$`).FindStringSubmatch(s.Stdout())
	if line == nil {
		t.Fatalf("no command in:\n%s", s.Stdout())
	}
	shell := command(t, []string{"BTRACKER_ADMIN_PASSWORD=" + goodPassword})
	shell.Path, shell.Args = "/bin/sh", []string{"sh", "-c", line[1]}
	if output, err := shell.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", line[1], err, output)
	}
	s.signIn("you@example.com", goodPassword) // while it serves
}

func TestDemoOfAnySize(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	if out := succeed(t, nil, "demo", "--scale", "7", "--data", data); !strings.HasPrefix(out, "7 companies in ") {
		t.Errorf("demo says %q", out)
	}
	mistake(t, nil, "not empty", "demo", "--scale", "7", "--data", data)
	s := serving(t, nil, "--data", data)
	if n := s.companies(s.demoToken()); n != 7 {
		t.Errorf("%d companies", n)
	}
}

// A backup from before the erasure has the person. Restored beside the list of erased people, it loses them again.
func TestErasedPersonStaysErasedAfterARestore(t *testing.T) {
	t.Parallel()
	const email, name = "grace@people.example", "Findable Grace"
	data, old := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "old.db")
	createAdminIn(t, "--data", data)
	s := serving(t, nil, "--data", data)
	do := func(want int, method, path string, body any) string {
		t.Helper()
		token := s.signIn("ada@example.com", goodPassword)
		status, answer := s.do(method, "/api/v1"+path, token, body)
		if status != want {
			t.Fatalf("%s %s: %d %s", method, path, status, answer)
		}
		return answer
	}
	do(201, http.MethodPost, "/UserManagement", object{"email": email, "displayName": name, "gender": 0})
	do(200, http.MethodPut, "/UserManagement", object{"email": email, "displayName": name + " II", "gender": 0})
	succeed(t, nil, "backup", old, "--data", data)
	do(200, http.MethodPut, "/UserManagement/disable", object{"email": email, "reason": 1})
	pseudonym := valueIn(t, "email", do(200, http.MethodPut, "/UserManagement/erase", object{"email": email}))
	s.Stop()

	for _, file := range []string{"btracker.db", "btracker.db-wal", "btracker.db-shm"} {
		if err := os.Remove(filepath.Join(data, file)); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	if said := succeed(t, nil, "restore", old, "--data", data); !strings.Contains(said, "erase") {
		t.Errorf("restore does not tell of the erased people: %s", said)
	}
	s = serving(t, nil, "--data", data)
	do(404, http.MethodGet, "/UserManagement/"+email, nil)
	do(200, http.MethodGet, "/UserManagement/"+pseudonym, nil)
	succeed(t, nil, "audit", "verify", "--data", data)
	has := func(file string) bool {
		t.Helper()
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := bytes.ToLower(content)
		return testkit.FindSecret(text, email) != "" || testkit.FindSecret(text, strings.ToLower(name)) != ""
	}
	if !has(old) {
		t.Error("the old backup is without the person")
	}
	testkit.Until(t, "the index of names forgets the person, too", func() bool {
		again := filepath.Join(t.TempDir(), "again.db")
		succeed(t, nil, "backup", again, "--data", data)
		return !has(again)
	})
	if said := s.Stderr(); !strings.Contains(said, "erased") || strings.Contains(said, email) {
		t.Errorf("the log of the start: %s", said)
	}
}
