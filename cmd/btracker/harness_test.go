package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"btracker/internal/demo"
	"btracker/internal/pgtest"
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
	dir, err := os.MkdirTemp("", "btracker-test-")
	if err == nil {
		binary, err = program.Build("../..", dir, "-X main.version=v1.2.3 -X main.commit=abcdef")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := pgtest.Main(m)
	_ = os.RemoveAll(dir)
	os.Exit(code)
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

// server is a running "btracker serve". Its output goes into files, so that all
// of what it wrote before it answered can be read.
type server struct {
	t              *testing.T
	cmd            *exec.Cmd
	url            string // ends without a slash
	stdout, stderr string
	tokens         []string
	ended          chan struct{}
}

func serving(t *testing.T, env []string, args ...string) *server {
	t.Helper()
	s := starting(t, env, args...)
	s.untilReady()
	return s
}

// starting returns at once: untilReady waits for it.
func starting(t *testing.T, env []string, args ...string) *server {
	t.Helper()
	dir := t.TempDir()
	s := &server{t: t, cmd: command(t, env, append([]string{"serve", "--addr", "127.0.0.1:0", "--log-level", "debug"}, args...)...),
		stdout: filepath.Join(dir, "stdout"), stderr: filepath.Join(dir, "stderr"), ended: make(chan struct{})}
	stdout, err := os.Create(s.stdout)
	if err != nil {
		t.Fatal(err)
	}
	defer stdout.Close()
	stderr, err := os.Create(s.stderr)
	if err != nil {
		t.Fatal(err)
	}
	defer stderr.Close()
	s.cmd.Stdout, s.cmd.Stderr = stdout, stderr
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { defer close(s.ended); _ = s.cmd.Wait() }()
	t.Cleanup(func() {
		s.stop()
		noSecretIn(t, s.welcome()+s.log())
		for _, token := range s.tokens {
			if strings.Contains(s.log(), token) {
				t.Error("a token is in the log")
			}
		}
	})
	return s
}

func (s *server) read(file string) string {
	s.t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}

func (s *server) welcome() string { return s.read(s.stdout) }
func (s *server) log() string     { return s.read(s.stderr) }

var addressLine = regexp.MustCompile(`(?m)^btracker is at (http://\S+)/$`)

func (s *server) untilReady() {
	s.t.Helper()
	s.untilAnswers("/readyz")
}

// untilAnswers waits until the program says where it is, and answers 200 there.
func (s *server) untilAnswers(path string) {
	s.t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		select {
		case <-s.ended:
			s.t.Fatalf("serve ended with status %d\n%s%s", s.cmd.ProcessState.ExitCode(), s.welcome(), s.log())
		default:
		}
		if line := addressLine.FindStringSubmatch(s.welcome()); line != nil {
			s.url = line[1]
			if status, _ := s.get(path, ""); status == 200 {
				return
			}
		}
	}
	s.t.Fatalf("%s never answered 200\n%s%s", path, s.welcome(), s.log())
}

// stop asks it to end, as a supervisor does, and returns the exit status.
func (s *server) stop() int {
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	<-s.ended
	return s.cmd.ProcessState.ExitCode()
}

func (s *server) get(path, token string) (status int, body string) {
	s.t.Helper()
	return s.do(http.MethodGet, path, token, nil)
}

func (s *server) do(method, path, token string, body any) (status int, answer string) {
	s.t.Helper()
	var reader io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			s.t.Fatal(err)
		}
		reader = bytes.NewReader(encoded)
	}
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, reader)
	if err != nil {
		s.t.Fatal(err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	// A connection of its own: none may linger in a pool when a server stops.
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, err.Error()
	}
	return resp.StatusCode, string(text)
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
		s.t.Fatalf("%d mails\n%s", len(mails), s.log())
	}
	return mails[0], s.read(mails[0])
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
