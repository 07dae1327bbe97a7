package program

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"btracker/internal/child"
)

const (
	startTimeout = 3 * time.Minute // for a machine that has a lot else to do
	stopTimeout  = 15 * time.Second
)

// Target is a binary and where it keeps its data.
type Target struct {
	Binary      string
	Data        string   // the data directory
	DatabaseURL string   // empty for SQLite
	Env         []string // more variables
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
	command.Env = append(os.Environ(), t.Env...)
	if t.DatabaseURL != "" {
		command.Env = append(command.Env, "BTRACKER_DATABASE_URL="+t.DatabaseURL, "BTRACKER_SECRET="+strings.Repeat("secret", 8))
	}
	return command
}

// Run runs a command to its end and answers what it wrote.
func (t Target) Run(args ...string) (string, error) {
	output, err := child.Output(t.Command(args...))
	if err != nil {
		return string(output), fmt.Errorf("%s %s: %w\n%s", t, args[0], err, output)
	}
	return string(output), nil
}

// Server is a running binary.
type Server struct {
	Client
	Target  Target
	ReadyIn time.Duration // from its start until it was ready
	process *child.Process
	log     string
}

// Start serves the target on a free port, and returns when it is ready.
func Start(ctx context.Context, t Target, args ...string) (*Server, error) {
	s, err := Launch(t, args...)
	if err != nil {
		return nil, err
	}
	if err := s.UntilReady(ctx); err != nil {
		s.Kill()
		return nil, err
	}
	return s, nil
}

// Launch serves the target and returns at once.
func Launch(t Target, args ...string) (*Server, error) {
	if err := os.MkdirAll(t.Data, 0o700); err != nil {
		return nil, err
	}
	// Beside the data, whose disk may be full.
	log, err := os.CreateTemp(filepath.Dir(t.Data), filepath.Base(t.Data)+"-*.log")
	if err != nil {
		return nil, err
	}
	defer log.Close()
	command := t.Command(append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)
	command.Stdout, command.Stderr = log, log
	process, err := child.Start(command, syscall.SIGKILL)
	return &Server{Target: t, process: process, log: log.Name()}, err
}

var addressLine = regexp.MustCompile(`(?m)^btracker is at (http://\S+?)/?$`)

// UntilReady waits until the server says where it is, and is ready.
func (s *Server) UntilReady(ctx context.Context) error {
	began := time.Now()
	for time.Since(began) < startTimeout && ctx.Err() == nil {
		if s.Base == "" {
			if line := addressLine.FindStringSubmatch(s.Log()); line != nil {
				s.Client = NewClient(line[1])
			}
		}
		if s.Base != "" && s.Call(ctx, http.MethodGet, "/readyz", nil, nil) == nil {
			s.ReadyIn = time.Since(began)
			return nil
		}
		select {
		case <-s.process.Ended():
			return fmt.Errorf("%s ended with status %d\n%s", s.Target, s.process.ExitCode(), s.Log())
		case <-time.After(5 * time.Millisecond):
		}
	}
	return fmt.Errorf("%s did not become ready\n%s", s.Target, s.Log())
}

// Log is the end of what the server wrote.
func (s *Server) Log() string {
	text, _ := os.ReadFile(s.log)
	return string(text[max(0, len(text)-4000):])
}

// PID is the number of the server's process.
func (s *Server) PID() int { return s.process.PID() }

// Stop ends the server as a supervisor does.
func (s *Server) Stop() { s.process.Stop(syscall.SIGTERM, stopTimeout) }

// Kill ends it as a power cut would.
func (s *Server) Kill() { s.process.Kill() }
