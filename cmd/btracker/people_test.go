package main_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
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
