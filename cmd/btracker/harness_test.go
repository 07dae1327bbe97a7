package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"btracker/internal/demo"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

// These tests are an operator: they know the built program, its output, its
// files and its addresses, and nothing of the code.

const (
	goodPassword = "Correct-Horse-1"
	goodSecret   = "a-signing-secret-of-more-than-32-bytes"
	dbPassword   = "pg-passw0rd-in-the-url"
	smtpPassword = "smtp-passw0rd-in-the-url"
)

// secrets must appear in no output, whatever is asked of the program.
var secrets = []string{goodPassword, goodSecret, dbPassword, smtpPassword}

// demoSize is how many companies serve --demo shows.
const demoSize = 40

var binary string

func TestMain(m *testing.M) {
	os.Exit(program.Main(m, "../..", "-X main.version=v1.2.3 -X main.commit=abcdef", &binary))
}

// command is the program in a directory and an environment of its own.
func command(t *testing.T, env []string, args ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute) // it must not outlive a test that hangs
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Dir = t.TempDir()
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + os.TempDir()}, env...)
	return cmd
}

type result struct {
	code           int
	stdout, stderr string
}

// run runs a command to its end.
func run(t *testing.T, env []string, args ...string) result {
	t.Helper()
	cmd := command(t, env, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	_ = cmd.Run()
	r := result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
	noSecretIn(t, r.stdout+r.stderr)
	return r
}

// succeed runs a command that must, and must say nothing on stderr.
func succeed(t *testing.T, env []string, args ...string) string {
	t.Helper()
	r := run(t, env, args...)
	if r.code != 0 || r.stderr != "" {
		t.Fatalf("btracker %v: status %d\n%s%s", args, r.code, r.stdout, r.stderr)
	}
	return r.stdout
}

func noSecretIn(t *testing.T, output string) {
	t.Helper()
	for _, secret := range secrets {
		if strings.Contains(output, secret) {
			t.Errorf("the output holds a secret, %s:\n%s", secret, output)
		}
	}
}

// server is a running "btracker serve".
type server struct {
	*program.Server
	t      *testing.T
	dir    string // where it runs
	tokens []string
}

// demoData is a data directory that serve --demo has filled.
func demoData(t *testing.T) string {
	t.Helper()
	data := t.TempDir()
	program.Target{Binary: binary, Data: data}.FillDemo(t)
	return data
}

func serving(t *testing.T, env []string, args ...string) *server {
	t.Helper()
	s := starting(t, env, args...)
	s.UntilReady()
	return s
}

// starting returns at once: UntilReady waits for it.
func starting(t *testing.T, env []string, args ...string) *server {
	t.Helper()
	cmd := command(t, env, append([]string{"serve", "--addr", "127.0.0.1:0", "--log-level", "debug"}, args...)...)
	s := &server{Server: program.Launch(t, cmd), t: t, dir: cmd.Dir}
	t.Cleanup(func() {
		s.Stop()
		if t.Failed() {
			t.Logf("the server's log:\n%s", s.Stderr())
		}
		noSecretIn(t, s.Stdout()+s.Stderr())
		for _, token := range s.tokens {
			if strings.Contains(s.Stderr(), token) {
				t.Error("a token is in the log")
			}
		}
	})
	return s
}

func (s *server) get(path, token string) (status int, body string) {
	s.t.Helper()
	return s.do(http.MethodGet, path, token, nil)
}

// do returns the status 0 and the error when there is no answer.
func (s *server) do(method, path, token string, body any) (status int, answer string) {
	s.t.Helper()
	// A connection of its own: none may linger in a pool when a server stops.
	a, err := s.OneConnectionEach(nil).As(token).Send(s.t.Context(), method, path, body)
	if err != nil {
		return 0, err.Error()
	}
	return a.Status, string(a.Body)
}

// mailIn waits for the one mail in a data directory.
func (s *server) mailIn(data string) (file, text string) {
	s.t.Helper()
	var mails []string
	testkit.Until(s.t, "a mail is in the outbox", func() bool {
		mails, _ = filepath.Glob(filepath.Join(data, "outbox", "*.eml"))
		return len(mails) > 0
	})
	if len(mails) != 1 {
		s.t.Fatalf("%d mails\n%s", len(mails), s.Stderr())
	}
	content, err := os.ReadFile(mails[0])
	if err != nil {
		s.t.Fatal(err)
	}
	return mails[0], string(content)
}

type object = map[string]any

// signIn answers a token.
func (s *server) signIn(email, password string) string {
	s.t.Helper()
	status, body := s.do(http.MethodPost, "/api/v1/account/login", "", object{"email": email, "password": password})
	var account struct{ Token string }
	if err := json.Unmarshal([]byte(body), &account); status != 200 || err != nil || account.Token == "" {
		s.t.Fatalf("sign-in as %s: %d %s", email, status, body)
	}
	s.tokens = append(s.tokens, account.Token)
	return account.Token
}

func (s *server) demoToken() string {
	s.t.Helper()
	return s.signIn(demo.AdminEmail, demo.Password)
}

// companies counts what the API lists.
func (s *server) companies(token string) int {
	s.t.Helper()
	status, body := s.get("/api/v1/company?PageSize=200", token)
	var list []object
	if err := json.Unmarshal([]byte(body), &list); status != 200 || err != nil {
		s.t.Fatalf("companies: %d %s", status, body)
	}
	return len(list)
}

func createAdminIn(t *testing.T, where ...string) {
	t.Helper()
	succeed(t, []string{"BTRACKER_ADMIN_PASSWORD=" + goodPassword},
		append([]string{"admin", "create", "--email", "Ada@Example.com", "--name", "Ada"}, where...)...)
}
