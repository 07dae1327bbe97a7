package main_test

import (
	"database/sql"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	_ "modernc.org/sqlite"
)

// mistake expects status 2 and exactly one line on stderr that says what is wrong.
func mistake(t *testing.T, env []string, says string, args ...string) {
	t.Helper()
	r := run(t, env, args...)
	if r.code != 2 || r.stdout != "" || strings.Count(r.stderr, "\n") != 1 || !strings.HasSuffix(r.stderr, "\n") ||
		!strings.HasPrefix(r.stderr, "btracker: ") || !strings.Contains(r.stderr, says) {
		t.Errorf("btracker %v: status %d, want 2 and one line with %q\nstdout: %s\nstderr: %s", args, r.code, says, r.stdout, r.stderr)
	}
}

func TestMistakesOfTheCommandLine(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		says string
		args string
	}{
		{"no command", ""},
		{`"start"`, "start"},
		{"admin create", "admin"},
		{"-nope", "serve --nope"},
		{"-nope", "version --nope"},
		{"-scale", "serve --scale 5"},
		{`"extra"`, "serve extra"},
		{"--addr", "serve --addr nonsense"},
		{"--addr", "serve --addr 127.0.0.1:99999"},
		{"--base-path", "serve --base-path <b>"},
		{"--public-url", "serve --public-url ftp://example.com"},
		{"--token-ttl", "serve --token-ttl soon"},
		{"--trusted-proxies", "serve --trusted-proxies everyone"},
		{"--keep-changes", "serve --keep-changes 1h"},
		{"--log-level", "serve --log-level loud"},
		{"--log-format", "migrate --log-format xml"},
		{"--metrics-addr", "serve --metrics-addr 9090"},
		{"--mail-from", "serve --mail-from nobody"},
		{"--data", "serve --data="},
		{"--database-url", "serve --database-url mysql://root:" + dbPassword + "@localhost/x"},
		{"BTRACKER_SECRET", "serve --database-url postgres://user:" + dbPassword + "@localhost/x"},
		{"can not be read", "migrate --database-url postgres://user:" + dbPassword + "@localhost:port/x"},
		{"--scale", "demo --scale 0"},
		{"--scale", "demo --scale many"},
		{"FILE", "backup"},
		{"FILE", "restore"},
		{`"two"`, "backup one two"},
		{"--email", "admin create --name Ada"},
		{"--name", "admin create --email a@example.com"},
		{"pg_dump", "backup copy --database-url postgres://localhost/x"},
		{"pg_restore", "restore copy --database-url postgres://localhost/x"},
		{"no database", "migrate --status"},
		{"no database", "backup copy"},
		{"no backup file", "restore copy"},
		{"FILE", "export"},
		{"btracker backup", "export copy"},
	} {
		mistake(t, nil, test.says, strings.Fields(test.args)...)
	}
}

func TestMistakesOfTheEnvironment(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ says, variable string }{
		{"BTRACKER_ADDR", "BTRACKER_ADDR=nonsense"},
		{"BTRACKER_SECRET", "BTRACKER_SECRET=short"},
		{"BTRACKER_DEMO", "BTRACKER_DEMO=perhaps"},
		{"BTRACKER_SMTP_URL", "BTRACKER_SMTP_URL=http://user:" + smtpPassword + "@mail.example.com"},
		{"BTRACKER_SMTP_URL", "BTRACKER_SMTP_URL=smtp://user:" + smtpPassword + "%zz@mail.example.com"},
		{"BTRACKER_MAIL_FROM", "BTRACKER_SMTP_URL=smtp://user:" + smtpPassword + "@mail.example.com"},
	} {
		mistake(t, []string{test.variable}, test.says, "serve")
	}
	mistake(t, []string{"BTRACKER_SMTP_URL=smtp://user:" + smtpPassword + "@mail.example.com/inbox", "BTRACKER_MAIL_FROM=a@example.com"},
		"mail server", "serve", "--addr", "127.0.0.1:0")
}

func TestUnusableDataDirectories(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	garbage, directory, damaged, newer := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(garbage, "btracker.db"), []byte(strings.Repeat("garbage ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(directory, "btracker.db"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(damaged, "secret"), []byte("too short"), 0o600); err != nil {
		t.Fatal(err)
	}
	succeed(t, nil, "migrate", "--data", newer)
	db, err := sql.Open("sqlite", filepath.Join(newer, "btracker.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("INSERT INTO schema_version (version_id, is_applied) VALUES (9999, 1)"); err != nil || db.Close() != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ says, dir string }{
		{"data directory", file},
		{"data directory", filepath.Join(file, "below")},
		{"data directory", "/proc/nowhere"},
		{"btracker.db", garbage},
		{"btracker.db", directory},
		{"secret", damaged},
		{"schema 9999", newer},
	} {
		mistake(t, nil, test.says, "serve", "--addr", "127.0.0.1:0", "--data", test.dir)
	}
	for _, args := range [][]string{{"migrate"}, {"migrate", "--status"}, {"demo", "--scale", "1"}} {
		mistake(t, nil, "schema 9999", append(args, "--data", newer)...)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "mine" {
		t.Errorf("the file is now %q, %v", text, err)
	}
}

func TestAddressInUse(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	mistake(t, nil, "in use", "serve", "--addr", l.Addr().String())
	mistake(t, nil, "in use", "serve", "--addr", "127.0.0.1:0", "--metrics-addr", l.Addr().String())
}

func TestUnreachablePostgresIsOneLine(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"serve"}, {"migrate"}, {"admin", "create", "--email", "a@example.com", "--name", "A"}, {"demo"}} {
		env := []string{"BTRACKER_DATABASE_URL=postgres://user:" + dbPassword + "@127.0.0.1:1/tracker", "BTRACKER_SECRET=" + goodSecret, "BTRACKER_ADMIN_PASSWORD=" + goodPassword}
		r := run(t, env, args...)
		if r.code != 1 || strings.Count(r.stderr, "\n") != 1 || !strings.Contains(r.stderr, "PostgreSQL") || r.stdout != "" {
			t.Errorf("%v: status %d\n%s%s", args, r.code, r.stdout, r.stderr)
		}
	}
}

func TestHelpAndVersion(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"--help", "help", "-h", "admin --help", "serve --help", "admin create --help", "demo -h", "migrate --help",
		"backup --help", "restore --help", "import --help", "version --help", "help serve"} {
		if out := succeed(t, nil, strings.Fields(args)...); !strings.Contains(out, "Usage: btracker") {
			t.Errorf("%s: %s", args, out)
		}
	}
	all := succeed(t, nil, "--help")
	for _, name := range []string{"serve", "admin create", "demo", "migrate", "backup FILE", "restore FILE", "import FILE", "version"} {
		if !strings.Contains(all, "  "+name+" ") {
			t.Errorf("the help leaves out %s", name)
		}
	}
	for _, flag := range []string{"--addr", "--data", "--database-url", "--demo", "BTRACKER_SECRET", "BTRACKER_SMTP_URL", "BTRACKER_METRICS_ADDR", "127.0.0.1:8080"} {
		if !strings.Contains(succeed(t, nil, "serve", "--help"), flag) {
			t.Errorf("the help of serve leaves out %s", flag)
		}
	}
	for _, args := range []string{"version", "--version"} {
		if out := succeed(t, nil, args); !regexp.MustCompile(`^btracker v1\.2\.3, commit abcdef, go1\.\d+\S*\n$`).MatchString(out) {
			t.Errorf("%s: %q", args, out)
		}
	}
}

// The script is tried in bash itself: the last of some words is completed.
func TestCompletionInBash(t *testing.T) {
	t.Parallel()
	script := succeed(t, nil, "completion", "bash")
	for line, want := range map[string]string{
		"btracker ser":                   "serve",
		"btracker au":                    "audit",
		"btracker audit ":                "verify head export reindex",
		"btracker admin create --na":     "--name",
		"btracker serve --data x --no-b": "--no-backup",
		"btracker serve --data ":         "", // files, by the shell
		"btracker backup ":               "",
		"btracker version --addr":        "",
		"btracker migrate --st":          "--status",
		"btracker completion ":           "",
	} {
		words := strings.Split(line, " ")
		complete := script + "COMP_WORDS=('" + strings.Join(words, "' '") + "')\nCOMP_CWORD=" + strconv.Itoa(len(words)-1) + "\n_btracker\necho \"${COMPREPLY[*]}\"\n"
		cmd := exec.CommandContext(t.Context(), "bash", "-u")
		cmd.Stdin = strings.NewReader(complete)
		out, err := cmd.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%q is completed by %q, %v, want %q", line, got, err, want)
		}
	}
	mistake(t, nil, "there are bash, zsh, fish", "completion", "tcsh")
}
