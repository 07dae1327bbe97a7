package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"btracker/internal/child"
	"btracker/internal/testkit"
)

// stopTimeout is much longer than the server gives to running requests.
const stopTimeout = time.Minute

// Target is a binary and where it keeps its data.
type Target struct {
	Binary      string
	Data        string   // the data directory
	DatabaseURL string   // empty for SQLite
	Env         []string // more variables
	ExtraFiles  []*os.File
}

func (t Target) String() string {
	if t.DatabaseURL != "" {
		return t.Binary + " on PostgreSQL"
	}
	return t.Binary + " on SQLite"
}

// Command is the binary with arguments, on the target's data.
func (t Target) Command(args ...string) *exec.Cmd {
	command := exec.Command(t.Binary, append(args, "--data", t.Data)...)
	command.Env, command.ExtraFiles = append(os.Environ(), t.Env...), t.ExtraFiles
	if t.DatabaseURL != "" {
		command.Env = append(command.Env, "BTRACKER_DATABASE_URL="+t.DatabaseURL, "BTRACKER_SECRET="+strings.Repeat("secret", 8))
	}
	return command
}

// Run runs a command that must succeed.
func (t Target) Run(tb testing.TB, args ...string) {
	tb.Helper()
	if output, err := child.Output(t.Command(args...)); err != nil {
		tb.Fatalf("%s %s: %v\n%s", t, args[0], err, output)
	}
}

// Serve is the command that serves on a free port.
func (t Target) Serve(args ...string) *exec.Cmd {
	return t.Command(append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)
}

// Server is a running binary. Its output goes into files, so that a test can
// read everything that it wrote before it answered.
type Server struct {
	*child.Process
	Client
	ReadyIn        time.Duration // from its start until it was ready
	t              testing.TB
	began          time.Time
	stdout, stderr string
}

// Start starts a server, and returns when it is ready.
func Start(t testing.TB, serve *exec.Cmd) *Server {
	t.Helper()
	s := Launch(t, serve)
	s.UntilReady()
	return s
}

// Launch starts a server and returns at once. The end of the test kills the server.
func Launch(t testing.TB, serve *exec.Cmd) *Server {
	t.Helper()
	dir := t.TempDir()
	file := func(name string) *os.File {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	stdout, stderr := file("stdout"), file("stderr")
	defer stdout.Close()
	defer stderr.Close()
	serve.Stdout, serve.Stderr = stdout, stderr
	s := &Server{t: t, began: time.Now(), stdout: stdout.Name(), stderr: stderr.Name()}
	var err error
	if s.Process, err = child.Start(serve, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Kill)
	return s
}

var addressLine = regexp.MustCompile(`(?m)^btracker is at (https?://\S+?)/?$`)

// UntilReady waits until the server has printed its address and is ready.
func (s *Server) UntilReady() {
	s.t.Helper()
	s.UntilAnswers("/readyz")
	s.ReadyIn = time.Since(s.began)
}

// UntilAnswers waits until the server has printed its address and answers 200.
func (s *Server) UntilAnswers(path string) {
	s.t.Helper()
	answers := false
	defer func() {
		if !answers {
			s.t.Errorf("the server wrote\n%s%s", s.Stdout(), s.Stderr())
		}
	}()
	testkit.Until(s.t, "the server answers at "+path, func() bool {
		select {
		case <-s.Ended():
			s.t.Fatalf("serve ended with status %d", s.ExitCode())
		default:
		}
		if line := addressLine.FindStringSubmatch(s.Stdout()); line != nil && s.Base == "" {
			s.Client = NewClient(line[1])
		}
		answers = s.Base != "" && s.Get(s.t.Context(), path, nil) == nil
		return answers
	})
}

// Stdout and Stderr are what the server wrote so far; it logs to the second.
func (s *Server) Stdout() string { return s.read(s.stdout) }
func (s *Server) Stderr() string { return s.read(s.stderr) }

func (s *Server) read(file string) string {
	s.t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}

// Stop ends the server as a supervisor does, and returns its exit status.
func (s *Server) Stop() int {
	s.Process.Stop(syscall.SIGTERM, stopTimeout)
	return s.ExitCode()
}
